package io.millrace.tiered.rate;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Lets bytes through at a rate that may change at any time.
 *
 * <p>Whoever takes goes into debt and the next one waits until the debt is paid, so a request larger than the bucket needs no special case. At most a tenth of a second's bytes are
 * saved up while nobody takes.
 *
 * <p><b>Units.</b> Bytes per second; {@link #UNLIMITED} for none. <b>Threads.</b> Safe; callers go in the order in which they came. A waiting caller sees a new rate within
 * {@link #LOOK_NANOS}. <b>Errors.</b> An interrupt ends the wait and takes nothing.
 */
public final class TokenBucket {

    /** A rate that never makes anybody wait. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** The longest sleep between two looks at the rate: a new rate is to be felt within a blink, and a look costs nothing against a chunk. */
    public static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** What may be saved up: enough to make up for a late wake-up, too little to be seen as a burst by a disk. */
    private static final double SAVED_SECONDS = 0.1;

    private static final double NANOS_PER_SECOND = 1e9;

    private final ReentrantLock turn = new ReentrantLock(true);
    private final LongSupplier rate;
    private final WaitingClock clock;
    private double tokens;
    private boolean limited;
    private long filledAt;

    /** With a rate that is asked again at every look. */
    public TokenBucket(LongSupplier rate, WaitingClock clock) {
        this.rate = rate;
        this.clock = clock;
        this.filledAt = clock.nanos();
    }

    /** Waits until these bytes may pass. */
    public void take(long bytes) throws InterruptedException {
        turn.lockInterruptibly();
        try {
            long wait = fill();
            while (wait > 0) {
                clock.sleep(Math.min(wait, LOOK_NANOS));
                wait = fill();
            }
            tokens -= limited ? bytes : 0;
        } finally {
            turn.unlock();
        }
    }

    /** Adds what has accrued; returns nanoseconds until the debt is paid at the present rate. */
    private long fill() {
        long now = clock.nanos();
        long bytesPerSecond = rate.getAsLong();
        double accrued = (now - filledAt) / NANOS_PER_SECOND * bytesPerSecond;
        filledAt = now;
        limited = bytesPerSecond != UNLIMITED;
        if (!limited) {
            tokens = 0;
            return 0;
        }
        tokens = Math.min(tokens + accrued, bytesPerSecond * SAVED_SECONDS);
        return tokens >= 0 ? 0 : (long) Math.ceil(-tokens / bytesPerSecond * NANOS_PER_SECOND);
    }
}
