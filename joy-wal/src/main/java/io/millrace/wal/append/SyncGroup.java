package io.millrace.wal.append;

import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for the next force together: one completion for all of them.
 *
 * <p>Threads that sleep here wake one another: the committer wakes two, each of them two more. So the next force begins at once, and the sleepers get up on the
 * other cores while it runs. <b>Threads.</b> Safe.
 */
final class SyncGroup {

    /** Those that one who wakes wakes in turn. */
    private static final int WAKES = 2;

    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final CompletionStage<Void> stage = done.minimalCompletionStage();
    private final AtomicInteger wanted = new AtomicInteger();
    private final AtomicInteger sleeping = new AtomicInteger();
    private final AtomicReference<@Nullable Sleeper> sleepers = new AtomicReference<>();

    /** A thread that sleeps, and who came before. */
    private static final class Sleeper {
        private final Thread thread = Thread.currentThread();
        private @Nullable Sleeper next; // written before it is published
        private volatile boolean left;
    }

    /** Says that somebody waits; true for the first who says so. */
    boolean want() {
        return wanted.get() == 0 && wanted.compareAndSet(0, 1);
    }

    boolean isWanted() {
        return wanted.get() != 0;
    }

    /** Whether it is over, well or not. */
    boolean isDone() {
        return done.isDone();
    }

    /** Threads that have come to sleep here so far. */
    int sleeping() {
        return sleeping.get();
    }

    CompletionStage<Void> stage() {
        return stage;
    }

    void complete() {
        done.complete(null);
        wakeSome();
    }

    void fail(Throwable why) {
        done.completeExceptionally(why);
        wakeSome();
    }

    /** Sleeps until the group is over; fails as it did. */
    void await() {
        try {
            if (!done.isDone()) {
                sleeping.incrementAndGet();
                sleep();
            }
            done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WalException(Reason.INTERRUPTED, "interrupted while waiting for the device", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof WalException failure) {
                throw failure.again();
            }
            throw new WalException(Reason.FAILED, "not durable: " + cause, cause);
        }
    }

    private void sleep() throws InterruptedException {
        Sleeper me = new Sleeper();
        do {
            me.next = sleepers.get();
        } while (!sleepers.compareAndSet(me.next, me));
        try {
            while (!done.isDone()) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } finally {
            me.left = true;
            // Whoever took me off to wake me counts on it, and may not have seen that I have left.
            if (done.isDone()) {
                wakeSome();
            }
        }
    }

    private void wakeSome() {
        for (int woken = 0; woken < WAKES; ) {
            Sleeper first = sleepers.get();
            if (first == null) {
                return;
            }
            if (sleepers.compareAndSet(first, first.next) && !first.left) {
                LockSupport.unpark(first.thread);
                woken++;
            }
        }
    }
}
