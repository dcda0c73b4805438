package io.millrace.queue.run;

import java.util.List;

/**
 * Where a run's messages come from: what its maker says of it, and what a restart needs to place it among the others.
 *
 * <p><b>Shape.</b> {@code journalFrom} inclusive, {@code journalTo} exclusive.
 *
 * @param runId unique in the directory, at least 0
 * @param level 0: sorted from an epoch; one more than its inputs' highest: merged
 * @param journalFrom the first journal position whose messages it holds
 * @param journalTo the position behind the last
 * @param minMillis when the oldest of its messages was appended, as the caller's wall clock said, milliseconds
 * @param maxMillis when the newest was
 * @param replaces ids of the runs that it was merged from and that go once it is there, oldest first; at most 256
 */
public record RunOrigin(
        long runId, int level, long journalFrom, long journalTo, long minMillis, long maxMillis, List<Long> replaces) {

    /** Checks what does not depend on other runs. */
    public RunOrigin {
        if (runId < 0 || level < 0) {
            throw new IllegalArgumentException("run id or level is negative: run=" + runId + ", level=" + level);
        }
        if (journalFrom < 0 || journalTo < journalFrom) {
            throw new IllegalArgumentException("journal range is not one: from=" + journalFrom + ", to=" + journalTo
                    + " (expected: 0 <= from <= to), run=" + runId);
        }
        if (replaces.size() > RunDescriptor.REPLACED_MAX) {
            throw new IllegalArgumentException("run replaces too many: runs=" + replaces.size() + " (expected: <= "
                    + RunDescriptor.REPLACED_MAX + "), run=" + runId);
        }
        replaces = List.copyOf(replaces);
    }

    /** Of a run sorted from one epoch. */
    public static RunOrigin ofEpoch(long runId, long journalFrom, long journalTo, long minMillis, long maxMillis) {
        return new RunOrigin(runId, 0, journalFrom, journalTo, minMillis, maxMillis, List.of());
    }
}
