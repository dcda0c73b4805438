package io.millrace.newsql.node.store;

import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the calls that are inside, so that closing frees no native memory under one of them.
 *
 * <p>Threads count in stripes, a cache line each. A caller adds itself and then looks whether the gate is closed; the closing side closes and then looks at the counts: one of the two sees the
 * other.
 */
final class ReadGate {

    private static final int STRIPES = 16;

    /** Of 4 bytes: the next stripe is two lines on, since lines are fetched in pairs. */
    private static final int STRIDE = 32;

    private static final long NAP_NANOS = 100_000;

    private final AtomicIntegerArray inside = new AtomicIntegerArray(STRIPES * STRIDE);
    private volatile boolean closed;

    /** Enters; what it gives is for {@link #leave}. */
    int enter() {
        int stripe = ((int) Thread.currentThread().getId() & (STRIPES - 1)) * STRIDE;
        inside.getAndIncrement(stripe);
        if (closed) {
            inside.getAndDecrement(stripe);
            throw new StoreException(Reason.CLOSED, "the store is closed");
        }
        return stripe;
    }

    void leave(int stripe) {
        inside.getAndDecrement(stripe);
    }

    /** Lets nobody in any more and waits for those inside; false if some are there after the limit, or it was closed before. */
    boolean close(Duration limit) {
        if (closed) {
            return false;
        }
        closed = true;
        long deadline = System.nanoTime() + limit.toNanos();
        while (anybodyInside()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(this, NAP_NANOS);
        }
        return true;
    }

    private boolean anybodyInside() {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            if (inside.get(stripe * STRIDE) != 0) {
                return true;
            }
        }
        return false;
    }
}
