package io.millrace.launcher.load;

import java.util.Arrays;

/**
 * Times of answered calls in nanoseconds, exact: one {@code long} a call.
 *
 * <p><b>Shape:</b> sorted; may be empty. A percentile is the smallest recorded time that at least that share of all
 * does not exceed (nearest rank). Immutable.
 */
public final class Latencies {

    private final long[] sorted;

    private Latencies(long[] sorted) {
        this.sorted = sorted;
    }

    /** Copies {@code count} times from the start of an array. */
    public static Latencies copyOf(long[] nanos, int count) {
        long[] copy = Arrays.copyOf(nanos, count);
        Arrays.sort(copy);
        return new Latencies(copy);
    }

    /** How many were recorded. */
    public int count() {
        return sorted.length;
    }

    /**
     * The time, in nanoseconds, that {@code percent} of the calls did not exceed; 0 if there were none.
     *
     * @param percent above 0, at most 100
     * @throws IllegalArgumentException outside that range
     */
    public long percentileNanos(double percent) {
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException("percent out of range: " + percent + " (expected: > 0 and <= 100)");
        }
        if (sorted.length == 0) {
            return 0;
        }
        int rank = (int) Math.ceil(sorted.length * percent / 100);
        return sorted[Math.max(rank, 1) - 1];
    }
}
