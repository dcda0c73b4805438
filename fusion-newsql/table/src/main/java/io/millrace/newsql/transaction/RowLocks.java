package io.millrace.newsql.transaction;

import io.millrace.newsql.storage.Area;
import io.millrace.newsql.transaction.LockHolder.Wanted;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Locks on keys, shared or not, held until a transaction ends; who waits is served in the order of coming, so that those who share do not keep a writer out for ever.
 *
 * <p>Before a transaction waits, it is looked whether those that it would wait for, holders and who stands ahead in the line, wait in turn for it, over whatever others: the one
 * that came last gets 1213 then. Waits are noted under one monitor, hence one of two that close a circle at the same time sees it. Each lock is looked at in its place, where it stands
 * still: who is seen to wait then has let go of nothing since the look before, so that a circle that is found is there.
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

    private final ConcurrentHashMap<Key, KeyLock> locks = new ConcurrentHashMap<>();
    private final Object chains = new Object();

    /**
     * Takes the lock. Who shares it and asks for it alone waits for those that share it with him.
     *
     * @return false if it is another's and patience is SKIP
     * @throws io.millrace.newsql.mysql.SqlException 1205 after the timeout, 1213 for a deadlock, 3572 for NOWAIT, 1317 if cancelled
     */
    boolean acquire(Key key, LockHolder holder, boolean shared, Patience patience, long timeoutNanos) {
        KeyLock lock = locks.compute(key, (same, found) -> {
            if (found == null) {
                return new KeyLock(holder, shared);
            }
            if (!found.tryTake(holder, shared) && patience == Patience.WAIT) {
                found.stand(holder, shared);
            }
            return found;
        });
        boolean grows = !shared && lock.shares(holder);
        if (lock.holds(holder, shared)) {
            return true;
        }
        return switch (patience) {
            case SKIP -> false;
            case NOWAIT -> throw SqlErrors.of(
                    3572,
                    "HY000",
                    "Statement aborted because lock(s) could not be acquired immediately and NOWAIT is set.");
            case WAIT -> await(new Wanted(key, lock, shared), grows, holder, timeoutNanos);
        };
    }

    private boolean await(Wanted wanted, boolean grows, LockHolder holder, long timeoutNanos) {
        long end = System.nanoTime() + timeoutNanos;
        boolean mine = false;
        try {
            synchronized (chains) {
                holder.want(wanted);
                if (leadsBack(wanted, holder)) {
                    throw SqlErrors.deadlock();
                }
            }
            holder.waits(Thread.currentThread());
            while (!wanted.lock().holds(holder, wanted.shared())) {
                long left = end - System.nanoTime();
                if (holder.isCancelled()) {
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
            holder.waits(null);
            holder.want(null);
            if (!mine) {
                locks.computeIfPresent(wanted.key(), (same, lock) -> {
                    lock.leave(holder, grows);
                    return lock.serve() ? lock : null;
                });
            }
        }
    }

    /** Whether one of those that the holder would wait for waits for it. */
    private boolean leadsBack(Wanted wanted, LockHolder holder) {
        Deque<LockHolder> open = new ArrayDeque<>();
        Set<LockHolder> seen = new HashSet<>();
        addBlockers(wanted, holder, open);
        while (!open.isEmpty()) {
            LockHolder blocker = open.pop();
            if (blocker == holder) {
                return true;
            }
            Wanted behind = seen.add(blocker) ? blocker.wanted() : null;
            if (behind != null) {
                addBlockers(behind, blocker, open);
            }
        }
        return false;
    }

    /** Those whom the holder waits for at this moment; none if it waits no more, also if another lock has the place meanwhile. */
    private void addBlockers(Wanted wanted, LockHolder holder, Deque<LockHolder> blockers) {
        locks.computeIfPresent(wanted.key(), (same, lock) -> {
            lock.addBlockers(holder, wanted.shared(), blockers);
            return lock;
        });
    }

    /** Lets go of a lock, shared or not. Does nothing if it is another's. */
    void release(Key key, LockHolder holder) {
        locks.computeIfPresent(key, (same, lock) -> {
            lock.drop(holder);
            return lock.serve() ? lock : null;
        });
    }

    /** Locks that are held; for tests and the status. */
    int size() {
        return locks.size();
    }
}
