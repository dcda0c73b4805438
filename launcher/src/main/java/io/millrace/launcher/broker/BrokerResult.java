package io.millrace.launcher.broker;

import io.millrace.launcher.load.Latencies;
import org.jspecify.annotations.Nullable;

/**
 * What became of the records of a {@link BrokerDemo}.
 *
 * @param asked records that were written and acknowledged
 * @param read records that were read back
 * @param fastSegments segments that the fast disk still has
 * @param coldSegments segments on the slow disk
 * @param coldBytes of their data
 * @param ratePerSecond records read a second, from the first offset to the end
 * @param latencies from the send of a record to its acknowledgement
 * @param firstError in words, or null if there is none
 */
public record BrokerResult(
        long asked,
        long read,
        int fastSegments,
        int coldSegments,
        long coldBytes,
        double ratePerSecond,
        Latencies latencies,
        @Nullable String firstError) {

    /** Whether every record came back as it was written, most of them from the slow disk. */
    public boolean isPerfect() {
        return read == asked && firstError == null && coldSegments > fastSegments;
    }
}
