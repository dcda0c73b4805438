package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.process.ProcessUsage;
import io.millrace.benchmark.slow.DeviceStat;

/**
 * What a broker and its slow disk have done until a moment. Bytes, but for the times.
 *
 * @param in taken from producers
 * @param out given to consumers, from wherever
 * @param fetched of it, from the slow tier
 * @param realtimeFetched of it, of the topic that is kept up with
 * @param copied to the slow tier
 * @param realtimePart of the slow disk
 * @param lagPart of the slow disk
 * @param gcMillis in which collections stood in the way
 */
record MeterReading(
        long nanos,
        long in,
        long out,
        long fetched,
        long realtimeFetched,
        long copied,
        DeviceStat realtimePart,
        DeviceStat lagPart,
        ProcessUsage usage,
        long gcMillis) {

    double secondsSince(MeterReading earlier) {
        return (nanos - earlier.nanos) / 1e9;
    }
}
