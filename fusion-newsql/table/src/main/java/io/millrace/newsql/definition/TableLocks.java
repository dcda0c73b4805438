package io.millrace.newsql.definition;

import io.millrace.newsql.type.SqlErrors;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

/**
 * Locks on the definitions of tables: transactions share them until they end, a change of the definition has it alone. A wait that is part of a circle ends by its timeout.
 * <b>Threads.</b> Safe; a lock may be let go by another thread than the one that took it.
 */
public final class TableLocks {

    private final Map<Long, StampedLock> locks = new ConcurrentHashMap<>();

    /** Gives what {@link #releaseShared} takes. @throws io.millrace.newsql.mysql.SqlException 1205 */
    public long share(long table, long timeoutSeconds) {
        return taken(wait(() -> of(table).tryReadLock(timeoutSeconds, TimeUnit.SECONDS)));
    }

    public void releaseShared(long table, long stamp) {
        of(table).unlockRead(stamp);
    }

    /** Gives what {@link #release} takes. @throws io.millrace.newsql.mysql.SqlException 1205 */
    public long take(long table, long timeoutSeconds) {
        return taken(wait(() -> of(table).tryWriteLock(timeoutSeconds, TimeUnit.SECONDS)));
    }

    public void release(long table, long stamp) {
        of(table).unlockWrite(stamp);
    }

    private interface Attempt {
        long stamp() throws InterruptedException;
    }

    private static long wait(Attempt attempt) {
        try {
            return attempt.stamp();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SqlErrors.interrupted();
        }
    }

    private static long taken(long stamp) {
        if (stamp == 0) {
            throw SqlErrors.lockTimeout();
        }
        return stamp;
    }

    private StampedLock of(long table) {
        return locks.computeIfAbsent(table, id -> new StampedLock());
    }
}
