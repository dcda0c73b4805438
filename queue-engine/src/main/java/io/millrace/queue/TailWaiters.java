package io.millrace.queue;

import io.millrace.queue.append.AppendListener;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Where readers wait for the next message of a queue. Striped by queue: an append looks at one counter and goes on if
 * nobody waits on its stripe.
 *
 * <p>An append changes the queue's line and then looks at the counter; who waits raises the counter and then looks at the
 * line. There is no fence between the first two, which every append would pay for; so one that is under way just then may
 * see the old counter while its change is not seen yet. Therefore the first wait is short: at its end the change is
 * visible, and every later append sees the counter.
 */
final class TailWaiters implements AppendListener {

    private static final int STRIPES = 1024;
    private static final long FIRST_WAIT_NANOS = 1_000_000;

    private final AtomicIntegerArray waiting = new AtomicIntegerArray(STRIPES);
    private final ReentrantLock[] locks = new ReentrantLock[STRIPES];
    private final Condition[] grown = new Condition[STRIPES];

    TailWaiters() {
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new ReentrantLock();
            grown[i] = locks[i].newCondition();
        }
    }

    @Override
    public void appended(int queue) {
        int stripe = queue & STRIPES - 1;
        if (waiting.get(stripe) != 0) {
            signal(stripe);
        }
    }

    /** Waits until the condition holds, which an append to this queue may make true; false if the time is over first. */
    boolean await(int queue, BooleanSupplier condition, long nanos) throws InterruptedException {
        int stripe = queue & STRIPES - 1;
        ReentrantLock lock = locks[stripe];
        lock.lockInterruptibly();
        waiting.getAndIncrement(stripe);
        try {
            long deadline = System.nanoTime() + nanos;
            long slice = FIRST_WAIT_NANOS;
            while (!condition.getAsBoolean()) {
                long left = Math.min(slice, deadline - System.nanoTime());
                slice = Long.MAX_VALUE;
                if (left <= 0) {
                    return false;
                }
                long unused = grown[stripe].awaitNanos(left);
            }
            return true;
        } finally {
            waiting.getAndDecrement(stripe);
            lock.unlock();
        }
    }

    /** Wakes everybody, for a close. */
    void wakeAll() {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            signal(stripe);
        }
    }

    private void signal(int stripe) {
        locks[stripe].lock();
        try {
            grown[stripe].signalAll();
        } finally {
            locks[stripe].unlock();
        }
    }
}
