package io.millrace.mesh.balance;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps an endpoint that fails again and again out of the turn for a while: one second after {@value #FAILURES} failures in a row,
 * twice as long each time that it comes back and fails at once, at most 30 seconds.
 *
 * <p>A {@link Floor} that the endpoints of a service share keeps at least half of them in, since ejecting all would only turn
 * slow answers into none.
 *
 * <p><b>Threads</b>: thread-safe.
 */
public final class Ejection {
    static final int FAILURES = 5;
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Floor floor;
    private final AtomicInteger failuresInRow = new AtomicInteger();
    private volatile boolean ejected;
    private volatile long untilNanos;
    private int times;
    private boolean retired;

    /** An endpoint in good standing. */
    public Ejection(Floor floor) {
        this.floor = floor;
    }

    /** Whether it is out now. */
    public boolean isEjected(long nowNanos) {
        if (!ejected) {
            return false;
        }
        if (nowNanos - untilNanos < 0) {
            return true;
        }
        readmit();
        return false;
    }

    /** It answered. */
    public void onSuccess() {
        if (failuresInRow.get() != 0) {
            failuresInRow.set(0);
            synchronized (this) {
                times = 0;
            }
        }
    }

    /** It failed to answer; true if that ejected it. */
    public boolean onFailure(long nowNanos) {
        if (failuresInRow.incrementAndGet() < FAILURES) {
            return false;
        }
        synchronized (this) {
            if (ejected || retired || !floor.tryEject()) {
                return false;
            }
            untilNanos = nowNanos + Math.min(MOST_NANOS, FIRST_NANOS << Math.min(times, 10));
            times++;
            ejected = true;
            // One more failure after it comes back is enough to send it out again.
            failuresInRow.set(FAILURES - 1);
            return true;
        }
    }

    /** It is gone from the registry: gives its place among the ejected back, and takes none for the failures of its last calls. */
    public void retire() {
        synchronized (this) {
            retired = true;
        }
        readmit();
    }

    private void readmit() {
        synchronized (this) {
            if (ejected) {
                ejected = false;
                floor.readmit();
            }
        }
    }

    /** How many of a service's endpoints may be out at a time. Thread-safe. */
    public static final class Floor {
        private int size;
        private int out;

        /** Says how many endpoints there are. */
        public synchronized void size(int endpoints) {
            size = endpoints;
        }

        private synchronized boolean tryEject() {
            if (out + 1 > size / 2) {
                return false;
            }
            out++;
            return true;
        }

        private synchronized void readmit() {
            out--;
        }
    }
}
