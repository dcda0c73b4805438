package io.millrace.tiered.disk;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The reads of one disk: so many at a time, in the order in which they were asked for.
 *
 * <p>A disk with heads that move gets slower with every reader more. And a thread that belongs to the disk is interrupted by nobody, so that no read ends half-way and no channel is
 * closed under another.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> {@link Reason#BUSY} if more reads wait than {@link #WAITING_MAX}, {@link Reason#CLOSED} after {@link #close}. <b>Ownership.</b>
 * Closing lets running reads end and runs no others; a task that is {@link Task#dropped} gives back what it holds.
 */
public final class DiskReads implements AutoCloseable {

    /** More than Kafka's readers can ask for with its largest queue that makes sense; whoever comes then is told so. */
    static final int WAITING_MAX = 4096;

    /** Idle threads go, a disk that is not read costs none. */
    private static final long IDLE_SECONDS = 30;

    private final ThreadPoolExecutor threads;

    /** A read that can be forgotten before it has begun. */
    public interface Task extends Runnable {

        /** Will not be run. */
        void dropped();
    }

    /** A read that its caller waits for. */
    @FunctionalInterface
    public interface Read<T> {

        /** Reads; the buffer is borrowed. */
        T into(AlignedBuffer buffer) throws IOException;
    }

    /** For a disk of this name, which is for people who look at threads. */
    public DiskReads(String name, int concurrency) {
        threads = new ThreadPoolExecutor(
                concurrency,
                concurrency,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_MAX),
                work -> daemon(work, "millrace-tiered-read-" + name));
        threads.allowCoreThreadTimeOut(true);
    }

    /** Runs a read when its turn comes. If this throws, the task is the caller's still. */
    public void submit(Runnable task) throws TieredException {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            throw threads.isShutdown()
                    ? new TieredException(Reason.CLOSED, "storage is closed")
                    : new TieredException(Reason.BUSY, "too many reads wait for the disk: " + WAITING_MAX);
        }
    }

    /** Takes a task back; answers whether it will never run. */
    public boolean remove(Runnable task) {
        return threads.remove(task);
    }

    /**
     * Runs a read when its turn comes, and waits for what it gives.
     *
     * @param buffer taken: given back when the read has ended, which may be after this call if the caller is interrupted
     */
    public <T> T call(AlignedBuffer buffer, Read<T> read) throws IOException, InterruptedException {
        AtomicBoolean claimed = new AtomicBoolean();
        FutureTask<T> task = new FutureTask<>(() -> {
            if (!claimed.compareAndSet(false, true)) {
                throw new CancellationException("its caller is gone");
            }
            try (buffer) {
                return read.into(buffer);
            }
        });
        try {
            submit(task);
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new TieredException(Reason.DISK, "read failed: " + e.getCause(), e.getCause());
        } catch (CancellationException e) {
            throw new TieredException(Reason.CLOSED, "storage is closed", e);
        } finally {
            // What has begun is read to its end: an interrupt in the middle would close the channel. What has not never
            // will be.
            if (claimed.compareAndSet(false, true)) {
                threads.remove(task);
                buffer.close();
            }
        }
    }

    @Override
    public void close() {
        threads.shutdown();
        List<Runnable> waiting = new ArrayList<>();
        threads.getQueue().drainTo(waiting);
        for (Runnable task : waiting) {
            if (task instanceof Task read) {
                read.dropped();
            } else if (task instanceof FutureTask<?> call) {
                call.cancel(false);
            }
        }
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
