package io.millrace.wal.page;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A log's thread that opens windows before their readers come to them: it copies and checks one while the reader is in the one before. It is there while
 * somebody catches up. What waits in front of it is opened by the reader who comes to it first; so is what does not fit in.
 *
 * <p><b>Threads.</b> Safe.
 */
final class ReadAhead implements AutoCloseable {

    private static final int WAITING_MAX = 64;
    private static final long IDLE_SECONDS = 5;

    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_MAX),
            ReadAhead::thread,
            new ThreadPoolExecutor.DiscardPolicy());

    ReadAhead() {
        thread.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable run) {
        Thread made = new Thread(run, "millrace-wal-read-ahead");
        made.setDaemon(true);
        return made;
    }

    void open(WindowAhead window) {
        thread.execute(window);
    }

    /** Returns when nothing is read any more. An interrupt does not shorten the wait: it would close files under their readers. */
    @Override
    public void close() {
        thread.shutdown();
        thread.getQueue().clear();
        boolean interrupted = false;
        while (!thread.isTerminated()) {
            try {
                thread.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
