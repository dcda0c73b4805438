package io.millrace.registry.etcd;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread on which callers' code runs: listeners, and what depends on stages.
 *
 * <p>At most one task waits for each listener and each stage, so those bound the queue.
 */
final class Deliveries implements Executor {

    private final ThreadPoolExecutor executor;

    Deliveries(String threadName) {
        executor = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> Loop.daemon(task, threadName),
                // After the end only failures "closed" are owed; nobody may wait for them in vain.
                (task, pool) -> task.run());
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    /** Runs what waits, then ends. */
    void close() {
        executor.shutdown();
    }
}
