package io.millrace.newsql.transaction;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.storage.ChangeSet;
import io.millrace.newsql.storage.Storage;
import io.millrace.newsql.type.SqlErrors;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Commits of a storage that may be too busy for them. A storage that is busy says so before it has done anything; who is told so waits in a line, whose first tries again until
 * it is taken: nobody who comes later passes who waits. <b>Threads.</b> Safe.
 */
final class CommitLine {

    private static final long PAUSE_NANOS_MIN = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long PAUSE_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(20);

    private final Storage storage;
    private final ReentrantLock line = new ReentrantLock(true);

    CommitLine(Storage storage) {
        this.storage = storage;
    }

    /**
     * Commits, and waits for the device.
     *
     * @throws SqlException 1205 if the storage stays busy, 1317 if cancelled: nothing was committed then; else what the storage says
     */
    void commit(ChangeSet changes, long timeoutNanos, LockHolder holder) {
        if (!line.hasQueuedThreads() && !line.isLocked() && tryCommit(changes)) {
            return;
        }
        long end = System.nanoTime() + timeoutNanos;
        try {
            if (!line.tryLock(timeoutNanos, TimeUnit.NANOSECONDS)) {
                throw SqlErrors.lockTimeout();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SqlErrors.interrupted();
        }
        try {
            long pause = PAUSE_NANOS_MIN;
            while (!tryCommit(changes)) {
                if (holder.isCancelled()) {
                    throw SqlErrors.interrupted();
                }
                if (System.nanoTime() - end >= 0) {
                    throw SqlErrors.lockTimeout();
                }
                LockSupport.parkNanos(this, pause);
                pause = Math.min(PAUSE_NANOS_MAX, pause * 2);
            }
        } finally {
            line.unlock();
        }
    }

    /**
     * As {@link #commit}, without waiting here.
     *
     * @param elsewhere where to stand in line if the storage is busy
     */
    CompletionStage<?> commitLater(ChangeSet changes, long timeoutNanos, LockHolder holder, Executor elsewhere) {
        if (line.hasQueuedThreads() || line.isLocked()) {
            return CompletableFuture.runAsync(() -> commit(changes, timeoutNanos, holder), elsewhere);
        }
        CompletionStage<?> done = storage.commit(changes);
        return done.<CompletionStage<?>>handle((committed, failure) -> {
                    if (failure == null) {
                        return done;
                    }
                    return isBusy(failure)
                            ? CompletableFuture.runAsync(() -> commit(changes, timeoutNanos, holder), elsewhere)
                            : done;
                })
                .thenCompose(stage -> stage);
    }

    private static boolean isBusy(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof SqlException e && e.code() == SqlErrors.LOCK_TIMEOUT;
    }

    /** @return false if the storage is busy */
    private boolean tryCommit(ChangeSet changes) {
        try {
            storage.commit(changes).toCompletableFuture().join();
            return true;
        } catch (CompletionException e) {
            if (e.getCause() instanceof SqlException cause) {
                if (cause.code() == SqlErrors.LOCK_TIMEOUT) {
                    return false;
                }
                throw cause;
            }
            throw e;
        }
    }
}
