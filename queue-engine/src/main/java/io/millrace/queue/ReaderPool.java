package io.millrace.queue;

import io.millrace.queue.read.QueueReader;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Readers and the memory that they read into, as many as calls read at the same time, up to a bound. A thread tends to get
 * the reader that it had, whose window holds what comes next.
 */
final class ReaderPool {

    private static final int SLOTS = 64;
    private static final int PROBES = 4;

    private final AtomicReferenceArray<@Nullable QueueReader> idle = new AtomicReferenceArray<>(SLOTS);
    private final Semaphore permits;
    private final long patienceNanos;
    private final Supplier<QueueReader> factory;

    ReaderPool(int readersMax, long patienceNanos, Supplier<QueueReader> factory) {
        this.permits = new Semaphore(readersMax);
        this.patienceNanos = patienceNanos;
        this.factory = factory;
    }

    /** Gives a reader, for the caller to put back. */
    QueueReader take() {
        awaitPermit();
        int home = home();
        for (int probe = 0; probe < PROBES; probe++) {
            QueueReader reader = idle.getAndSet((home + probe) % SLOTS, null);
            if (reader != null) {
                return reader;
            }
        }
        boolean made = false;
        try {
            QueueReader reader = factory.get();
            made = true;
            return reader;
        } finally {
            if (!made) {
                permits.release();
            }
        }
    }

    /** Takes a reader back. */
    void put(QueueReader reader) {
        int home = home();
        boolean kept = false;
        for (int probe = 0; probe < PROBES && !kept; probe++) {
            kept = idle.compareAndSet((home + probe) % SLOTS, null, reader);
        }
        if (!kept) {
            reader.blocks().close();
        }
        permits.release();
    }

    /** Closes all readers. None may be out. */
    void close() {
        for (int i = 0; i < SLOTS; i++) {
            QueueReader reader = idle.getAndSet(i, null);
            if (reader != null) {
                reader.blocks().close();
            }
        }
    }

    private void awaitPermit() {
        if (permits.tryAcquire()) {
            return;
        }
        try {
            if (!permits.tryAcquire(patienceNanos, TimeUnit.NANOSECONDS)) {
                throw new QueueException(
                        QueueException.Reason.BACKPRESSURE,
                        "too many reads at the same time: waited " + TimeUnit.NANOSECONDS.toMillis(patienceNanos)
                                + " ms; read with fewer threads");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueueException(QueueException.Reason.CLOSED, "interrupted while waiting to read", e);
        }
    }

    @SuppressWarnings("deprecation") // threadId() is younger than Java 17
    private static int home() {
        return (int) (Thread.currentThread().getId() % SLOTS);
    }
}
