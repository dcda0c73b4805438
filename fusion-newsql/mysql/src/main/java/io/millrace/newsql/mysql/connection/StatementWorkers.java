package io.millrace.newsql.mysql.connection;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads on which statements run.
 *
 * <pre>
 *  task ──► an idle worker ──► a new worker, up to the limit ──► the queue
 *                                       └── of a session that holds locks: one thread beyond the limit
 * </pre>
 *
 * If all workers waited for a lock whose holder's COMMIT stood in the queue, nothing would ever move; so a holder never waits. Both kinds are bounded by the number
 * of connections, each of which has one task at a time. <b>Threads</b>: safe; {@link #execute} does not wait.
 */
final class StatementWorkers implements AutoCloseable {
    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_SECONDS = 5;

    private final AtomicInteger threads = new AtomicInteger();
    private final IdleFirstQueue queue = new IdleFirstQueue();
    private final ThreadPoolExecutor workers;
    private final ThreadPoolExecutor holders;

    /** Says that it is full while the pool may still grow: the pool asks its queue before it starts a thread. */
    private static final class IdleFirstQueue extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
    }

    StatementWorkers(int workersMax) {
        workers = new ThreadPoolExecutor(
                0, workersMax, IDLE_SECONDS, TimeUnit.SECONDS, queue, this::thread, (task, pool) -> enqueue(task));
        holders = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), this::thread);
    }

    /** @throws RejectedExecutionException once closed */
    void execute(Runnable task, boolean holdsLocks) {
        boolean isFull = workers.getPoolSize() >= workers.getMaximumPoolSize();
        if (holdsLocks && isFull && !queue.tryTransfer(task)) {
            holders.execute(task);
        } else {
            workers.execute(task);
        }
    }

    private void enqueue(Runnable task) {
        if (workers.isShutdown()) {
            throw new RejectedExecutionException("server is closed");
        }
        queue.put(task);
    }

    private Thread thread(Runnable task) {
        Thread thread = new FastThreadLocalThread(task, "millrace-sql-" + threads.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    int busy() {
        return workers.getActiveCount() + holders.getActiveCount();
    }

    int waiting() {
        return queue.size();
    }

    /** Ends the threads: lets statements finish for five seconds, then interrupts them. */
    @Override
    public void close() {
        workers.shutdown();
        holders.shutdown();
        try {
            if (!workers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                workers.shutdownNow().forEach(Runnable::run);
            }
            holders.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        holders.shutdownNow();
    }
}
