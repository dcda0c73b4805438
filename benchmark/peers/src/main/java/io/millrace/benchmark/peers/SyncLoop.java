package io.millrace.benchmark.peers;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** One thread that forces a log whenever there is something new in it, and tells how far. A failed one is final. */
final class SyncLoop implements AutoCloseable {
    /** Brings to the device what was written before the call. */
    @FunctionalInterface
    interface Sync {
        void run() throws RocksDBException;
    }

    /** Between two looks for something new: a twentieth of what a force takes. */
    private static final long IDLE_NANOS = 50_000;

    private final Sync sync;
    private final Thread thread = new Thread(this::loop, "sync loop");
    private volatile long written;
    private long durable;
    private @Nullable RocksDBException failure;

    SyncLoop(Sync sync) {
        this.sync = sync;
        thread.setDaemon(true);
        thread.start();
    }

    /** Tokens may come a little out of order; the greatest counts. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // a lost update only makes one group smaller
    void written(long token) {
        if (token > written) {
            written = token;
        }
    }

    private void loop() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                long token = written;
                if (token == durable) {
                    LockSupport.parkNanos(IDLE_NANOS);
                    continue;
                }
                sync.run();
                synchronized (this) {
                    durable = token;
                    notifyAll();
                }
            }
        } catch (RocksDBException e) {
            synchronized (this) {
                failure = e;
                notifyAll();
            }
        }
    }

    synchronized void await(long token) throws IOException {
        try {
            while (durable < token) {
                if (failure != null) {
                    throw new IOException("sync failed: " + failure.getMessage(), failure);
                }
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a sync");
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
