package io.millrace.benchmark.load;

/**
 * Counts durations in buckets whose width grows with the value: exact below 256 ns, else within 0.4 %.
 *
 * <p>Units: nanoseconds, 0 and up. Memory is fixed at about 120 KiB. Not thread-safe.
 */
public final class LatencyHistogram {
    private static final int SUB_BITS = 8;
    private static final int SUB_COUNT = 1 << SUB_BITS;

    private final long[] counts = new long[(Long.SIZE - SUB_BITS) * (SUB_COUNT / 2) + SUB_COUNT];
    private long count;
    private long sum;
    private long max;

    public void record(long nanos) {
        long value = Math.max(0, nanos);
        counts[bucket(value)]++;
        count++;
        sum += value;
        max = Math.max(max, value);
    }

    /** The value below or at which this share of all values lies; 0 without values. */
    public long percentile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= rank) {
                return Math.min(max, upperEnd(bucket));
            }
        }
        return 0;
    }

    public long count() {
        return count;
    }

    public long max() {
        return max;
    }

    public double mean() {
        return count == 0 ? 0 : (double) sum / count;
    }

    /** Values share their highest eight bits with their bucket. */
    private static int bucket(long value) {
        int shift = Math.max(0, Long.SIZE - SUB_BITS - Long.numberOfLeadingZeros(value));
        return shift * (SUB_COUNT / 2) + (int) (value >>> shift);
    }

    private static long upperEnd(int bucket) {
        int shift = Math.max(0, bucket / (SUB_COUNT / 2) - 1);
        long high = bucket - (long) shift * (SUB_COUNT / 2);
        return ((high + 1) << shift) - 1;
    }
}
