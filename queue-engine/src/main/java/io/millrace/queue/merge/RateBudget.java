package io.millrace.queue.merge;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** A bucket that fills with time; what is spent beyond it is waited for. <b>Threads.</b> Safe: all that share it share the rate. */
final class RateBudget implements MergeBudget {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final double bytesPerNano;
    private final LongSupplier nanos;
    private final LongConsumer park;
    /** When all that was spent so far will have been allowed. */
    private double paidUntil;

    RateBudget(long bytesPerSecond) {
        this(bytesPerSecond, System::nanoTime, LockSupport::parkNanos);
    }

    /** With a clock and a way to wait, in nanoseconds. */
    RateBudget(long bytesPerSecond, LongSupplier nanos, LongConsumer park) {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException("bytesPerSecond: " + bytesPerSecond + " (expected: >= 1)");
        }
        bytesPerNano = bytesPerSecond / NANOS_PER_SECOND;
        this.nanos = nanos;
        this.park = park;
        paidUntil = nanos.getAsLong();
    }

    @Override
    public void spend(long bytes) {
        double until = pay(bytes);
        for (long left = (long) until - nanos.getAsLong();
                left > 0 && !Thread.currentThread().isInterrupted();
                left = (long) until - nanos.getAsLong()) {
            park.accept(left);
        }
    }

    private synchronized double pay(long bytes) {
        paidUntil = Math.max(paidUntil, nanos.getAsLong() - NANOS_PER_SECOND) + bytes / bytesPerNano;
        return paidUntil;
    }
}
