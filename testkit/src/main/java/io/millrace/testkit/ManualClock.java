package io.millrace.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A clock that stands still until a test moves it: wall time as a {@link Clock}, monotonic time as a
 * {@link LongSupplier} of nanoseconds that can stand in for {@link System#nanoTime()}.
 *
 * <p><b>Shape:</b> the nanoseconds begin near the end of the {@code long} range, because {@code nanoTime} may overflow
 * and code that compares instead of subtracting should fail its test. <b>Units:</b> nanoseconds, {@link Duration} at the
 * edge. <b>Threads:</b> safe; an advance happens-before every reading that sees it.
 */
public final class ManualClock extends Clock implements LongSupplier {

    /** Half a minute before the overflow: most tests cross it. */
    private static final long FIRST_NANOS =
            Long.MAX_VALUE - Duration.ofSeconds(30).toNanos();

    private final Instant start;
    private final ZoneId zone;
    private final AtomicLong elapsedNanos;

    private ManualClock(Instant start, ZoneId zone, AtomicLong elapsedNanos) {
        this.start = start;
        this.zone = zone;
        this.elapsedNanos = elapsedNanos;
    }

    /** A clock whose wall time begins at 2026-01-01T00:00:00Z. */
    public static ManualClock create() {
        return startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    }

    /** A clock whose wall time begins at the given instant, in UTC. */
    public static ManualClock startingAt(Instant start) {
        return new ManualClock(start, ZoneOffset.UTC, new AtomicLong());
    }

    /**
     * Moves both times forward.
     *
     * @throws IllegalArgumentException if the duration is negative: monotonic time never goes back
     */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("a monotonic clock cannot go back: by=" + by);
        }
        elapsedNanos.addAndGet(by.toNanos());
    }

    /** The monotonic time in nanoseconds; only differences mean anything. */
    public long nanoTime() {
        return FIRST_NANOS + elapsedNanos.get();
    }

    /** The same as {@link #nanoTime()}. */
    @Override
    public long getAsLong() {
        return nanoTime();
    }

    @Override
    public Instant instant() {
        return start.plusNanos(elapsedNanos.get());
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /** The same clock in another zone: it moves when this one is moved. */
    @Override
    public ManualClock withZone(ZoneId other) {
        return new ManualClock(start, other, elapsedNanos);
    }
}
