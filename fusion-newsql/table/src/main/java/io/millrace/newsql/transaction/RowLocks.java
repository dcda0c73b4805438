package io.millrace.newsql.transaction;

import io.millrace.newsql.storage.Area;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Exclusive locks on keys, held until a transaction ends; who waits is served in the order of coming.
 *
 * <p>A lock has one owner, so what a transaction waits for is a chain: before it waits, the chain is walked, and if it leads back to itself the transaction that came
 * last gets 1213. The chain only grows under one monitor, hence one of two that close a circle at the same time sees it.
 *
 * <p><b>Threads.</b> Safe. A free lock costs one operation of a concurrent map.
 */
final class RowLocks {

    /** How long {@link #acquire} waits. */
    enum Patience {
        WAIT,
        NOWAIT,
        SKIP
    }

    /** A key of an area, compared by its bytes. */
    record Key(Area area, byte[] bytes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && area == key.area && Arrays.equals(bytes, key.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes) * 2 + area.ordinal();
        }
    }

    /** Who holds locks, and what it waits for. */
    static final class Holder {
        private volatile @Nullable Lock waitsFor;
        private volatile boolean cancelled;
        private volatile @Nullable Thread waiting;

        /** Lets a wait end with 1317. */
        void cancel() {
            cancelled = true;
            Thread thread = waiting;
            if (thread != null) {
                LockSupport.unpark(thread);
            }
        }

        void forgetCancel() {
            cancelled = false;
        }

        boolean isCancelled() {
            return cancelled;
        }
    }

    private static final class Lock {
        private volatile Holder owner;
        private final Deque<Holder> queue = new ArrayDeque<>(1);

        Lock(Holder owner) {
            this.owner = owner;
        }
    }

    private final ConcurrentHashMap<Key, Lock> locks = new ConcurrentHashMap<>();
    private final Object chains = new Object();

    /**
     * Takes the lock.
     *
     * @return false if it is another's and patience is SKIP
     * @throws io.millrace.newsql.mysql.SqlException 1205 after the timeout, 1213 for a deadlock, 3572 for NOWAIT, 1317 if cancelled
     */
    boolean acquire(Key key, Holder holder, Patience patience, long timeoutNanos) {
        Lock mine = new Lock(holder);
        Lock lock = locks.compute(key, (same, found) -> {
            if (found == null) {
                return mine;
            }
            if (found.owner != holder && patience == Patience.WAIT) {
                found.queue.add(holder);
            }
            return found;
        });
        if (lock == mine || lock.owner == holder) {
            return true;
        }
        return switch (patience) {
            case SKIP -> false;
            case NOWAIT -> throw SqlErrors.of(
                    3572,
                    "HY000",
                    "Statement aborted because lock(s) could not be acquired immediately and NOWAIT is set.");
            case WAIT -> await(key, lock, holder, timeoutNanos);
        };
    }

    private boolean await(Key key, Lock lock, Holder holder, long timeoutNanos) {
        long end = System.nanoTime() + timeoutNanos;
        boolean mine = false;
        try {
            synchronized (chains) {
                holder.waitsFor = lock;
                if (leadsBack(lock, holder)) {
                    throw SqlErrors.deadlock();
                }
            }
            holder.waiting = Thread.currentThread();
            while (lock.owner != holder) {
                long left = end - System.nanoTime();
                if (holder.cancelled) {
                    throw SqlErrors.interrupted();
                }
                if (left <= 0) {
                    throw SqlErrors.lockTimeout();
                }
                LockSupport.parkNanos(this, Math.min(left, TimeUnit.SECONDS.toNanos(1)));
            }
            mine = true;
            return true;
        } finally {
            holder.waiting = null;
            holder.waitsFor = null;
            if (!mine) {
                leaveQueue(key, holder);
            }
        }
    }

    /** A lock that was handed over while the wait failed goes on to the next. */
    private void leaveQueue(Key key, Holder holder) {
        locks.computeIfPresent(key, (same, lock) -> {
            lock.queue.remove(holder);
            return lock;
        });
        release(key, holder);
    }

    /** Whether who owns the lock waits, over whatever others, for the holder. A lock that was handed over just now is no wait any more. */
    private static boolean leadsBack(Lock lock, Holder holder) {
        Holder owner = lock.owner;
        Lock next = owner == holder ? null : owner.waitsFor;
        while (next != null) {
            Holder ahead = next.owner;
            if (ahead == holder) {
                return true;
            }
            Lock behind = ahead.waitsFor;
            next = behind == next ? null : behind;
        }
        return false;
    }

    /** Gives a lock to who has waited longest. Does nothing if it is another's. */
    void release(Key key, Holder holder) {
        locks.computeIfPresent(key, (same, lock) -> {
            if (lock.owner != holder) {
                return lock;
            }
            Holder next = lock.queue.poll();
            if (next == null) {
                return null;
            }
            lock.owner = next;
            Thread thread = next.waiting;
            if (thread != null) {
                LockSupport.unpark(thread);
            }
            return lock;
        });
    }

    /** Locks that are held; for tests and the status. */
    int size() {
        return locks.size();
    }
}
