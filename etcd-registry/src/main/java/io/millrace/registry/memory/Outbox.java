package io.millrace.registry.memory;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Deliveries that wait until the registry's monitor is released, then run one at a time in the order they came.
 *
 * <p>A group keeps at most one delivery waiting for each listener, which bounds the queue.
 */
final class Outbox implements Executor {

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    /** Puts a delivery down; somebody calls {@link #deliver} afterwards. */
    @Override
    public void execute(Runnable delivery) {
        waiting.add(delivery);
    }

    /** Runs what waits, unless another thread does so already; that one then runs it too. */
    void deliver() {
        if (calls.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
                next.run();
            }
            seen = calls.addAndGet(-seen);
        } while (seen != 0);
    }
}
