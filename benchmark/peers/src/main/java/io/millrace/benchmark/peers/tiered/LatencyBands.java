package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.tiered.TieredMetrics;
import java.util.concurrent.TimeUnit;

/** Which share of reads took how long, in the bands of {@link TieredMetrics#BAND_MILLIS}. Not thread-safe. */
final class LatencyBands {
    private final long[] counts = new long[TieredMetrics.BAND_MILLIS.size() + 1];
    private long count;

    void record(long nanos) {
        int band = 0;
        while (band < counts.length - 1
                && nanos >= TimeUnit.MILLISECONDS.toNanos(TieredMetrics.BAND_MILLIS.get(band))) {
            band++;
        }
        counts[band]++;
        count++;
    }

    int bands() {
        return counts.length;
    }

    /**
     * Of all, 0 to 1; 0 without any.
     *
     * @param band from 1
     */
    double share(int band) {
        return count == 0 ? 0 : (double) counts[band - 1] / count;
    }
}
