package io.millrace.benchmark.wal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** One thread that forces the current file whenever there is something new, and tells how far. A failed one is final. */
final class GroupForce implements AutoCloseable {
    private final Thread thread = new Thread(this::run, "group force");
    private @Nullable FileChannel file;
    private long written;
    private long durable;
    private @Nullable IOException failure;

    GroupForce() {
        thread.setDaemon(true);
        thread.start();
    }

    /** All up to the token is written, what belongs to files before this one is forced already. */
    synchronized void written(FileChannel to, long token) {
        file = to;
        written = token;
        notifyAll();
    }

    synchronized boolean isWritten(long token) {
        return written >= token;
    }

    private void run() {
        try {
            while (true) {
                FileChannel target;
                long token;
                synchronized (this) {
                    while (written == durable) {
                        wait();
                    }
                    target = WalSubjects.opened(file);
                    token = written;
                }
                force(target);
                synchronized (this) {
                    durable = token;
                    notifyAll();
                }
            }
        } catch (InterruptedException e) {
            return; // closed
        } catch (IOException e) {
            synchronized (this) {
                failure = e;
                notifyAll();
            }
        }
    }

    private static void force(FileChannel target) throws IOException {
        try {
            target.force(false);
        } catch (ClosedChannelException e) {
            // Rolled meanwhile, and forced before that.
            assert !target.isOpen();
        }
    }

    synchronized void await(long token) throws IOException {
        try {
            while (durable < token) {
                if (failure != null) {
                    throw new IOException("force failed: " + failure.getMessage(), failure);
                }
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a force");
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
