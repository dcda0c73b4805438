package io.millrace.registry.etcd;

import java.time.Duration;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread that owns the state of a registry. Its tasks never block. */
final class Loop {

    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    private final ScheduledThreadPoolExecutor executor;

    /** Something that the loop will do later. */
    record Timer(Future<?> task) {
        /** Once more, or too late, does nothing. */
        void cancel() {
            task.cancel(false);
        }

        boolean isPending() {
            return !task.isDone();
        }
    }

    Loop(String threadName) {
        executor = new ScheduledThreadPoolExecutor(1, task -> daemon(task, threadName));
        executor.setRemoveOnCancelPolicy(true);
    }

    static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Runs the task on the thread, after those posted before; false if the loop is closed and it will not run. */
    boolean post(Runnable task) {
        try {
            executor.execute(() -> run(task));
            return true;
        } catch (RejectedExecutionException closed) {
            LOG.debug("task after the end of the loop");
            return false;
        }
    }

    /** Runs the task later, unless cancelled or closed before. Called on the thread. */
    Timer in(Duration delay, Runnable task) {
        return new Timer(executor.schedule(() -> run(task), delay.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** The thread as jetcd wants it: it only starts requests there. */
    ExecutorService executor() {
        return executor;
    }

    /** Called on the thread: forgets what was to run later, runs what was posted, then ends. */
    void close() {
        executor.getQueue().stream().filter(Loop::isLater).forEach(Loop::cancel);
        executor.shutdown();
    }

    private static boolean isLater(Runnable task) {
        return task instanceof Delayed delayed && delayed.getDelay(TimeUnit.NANOSECONDS) > 0;
    }

    private static void cancel(Runnable task) {
        if (task instanceof Future<?> future) {
            future.cancel(false);
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error bug) {
            LOG.error("task failed on the registry's thread", bug);
        }
    }
}
