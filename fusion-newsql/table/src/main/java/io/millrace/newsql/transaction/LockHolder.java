package io.millrace.newsql.transaction;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Who holds locks on keys, and what it waits for. <b>Threads.</b> Waits on one; the rest is safe. */
final class LockHolder {

    /** A lock that a holder waits for. */
    record Wanted(RowLocks.Key key, KeyLock lock, boolean shared) {}

    private volatile @Nullable Wanted wanted;
    private volatile boolean cancelled;
    private volatile @Nullable Thread waiting;

    /** What it waits for; null if it does not, or has been given it just now. */
    @Nullable
    Wanted wanted() {
        Wanted now = wanted;
        return now == null || now.lock().holds(this, now.shared()) ? null : now;
    }

    void want(@Nullable Wanted lock) {
        wanted = lock;
    }

    /** @param thread null when it does not wait any more */
    void waits(@Nullable Thread thread) {
        waiting = thread;
    }

    /** Ends a wait, or the pause between two looks. */
    void wake() {
        Thread thread = waiting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** Lets a wait end with 1317. */
    void cancel() {
        cancelled = true;
        wake();
    }

    void forgetCancel() {
        cancelled = false;
    }

    boolean isCancelled() {
        return cancelled;
    }
}
