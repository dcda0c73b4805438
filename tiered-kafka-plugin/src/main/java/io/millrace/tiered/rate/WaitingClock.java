package io.millrace.tiered.rate;

import java.util.concurrent.TimeUnit;

/** Time, and waiting for it: a seam, so that tests own both. Thread-safe. */
public interface WaitingClock {

    /** Nanoseconds since a moment that never changes. */
    long nanos();

    /** Waits for so many nanoseconds. */
    void sleep(long nanos) throws InterruptedException;

    /** The machine's. */
    static WaitingClock system() {
        return SystemWaitingClock.INSTANCE;
    }

    /** The machine's clock. */
    enum SystemWaitingClock implements WaitingClock {
        INSTANCE;

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
    }
}
