package io.millrace.wal.append;

/**
 * Whether a force should wait a moment for threads that are on their way: those that the last force let go append their next record and come to sleep again,
 * and one force for all is cheaper than two for half of them each. The idea of a commit delay, which PostgreSQL and MariaDB have an operator set; here it is
 * at most as long as the last force took, and where nobody came it is tried ever more rarely.
 *
 * <p><b>Threads.</b> One.
 */
final class Company {

    /** Forces to go without waiting, at most, after waits in vain. */
    private static final int RESTRAINT_MAX = 1024;

    private int expected;
    private long until;
    private int restraint;
    private int skipped;

    /**
     * A force has ended.
     *
     * @param letGo the group that it was for
     * @param next the group that gathers now
     */
    void forced(SyncGroup letGo, SyncGroup next, long forceNanos, long now) {
        int threads = letGo.sleeping() + next.sleeping();
        if (threads < 2 || skipped < restraint) {
            skipped++;
            expected = 0;
            return;
        }
        skipped = 0;
        expected = threads;
        until = now + forceNanos;
    }

    /** Whether to wait for more. */
    boolean isAwaited(SyncGroup next, long now) {
        if (expected == 0) {
            return false;
        }
        boolean all = next.sleeping() >= expected;
        if (!all && now < until) {
            return true;
        }
        // Late ones do not come alone: with most of them there the wait has paid.
        boolean paid = 4 * next.sleeping() >= 3 * expected;
        restraint = paid ? 0 : Math.min(2 * restraint + 1, RESTRAINT_MAX);
        expected = 0;
        return false;
    }
}
