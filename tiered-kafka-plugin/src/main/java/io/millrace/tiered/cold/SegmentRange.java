package io.millrace.tiered.cold;

import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;

/**
 * What a segment covers.
 *
 * @param firstOffset of its first message
 * @param lastOffset of its last message, inclusive
 * @param timestampMax its largest timestamp, milliseconds since 1970
 * @param dataBytes bytes of its log file
 */
public record SegmentRange(long firstOffset, long lastOffset, long timestampMax, int dataBytes) {

    /** What Kafka says of a segment. */
    public static SegmentRange of(RemoteLogSegmentMetadata metadata) {
        return new SegmentRange(
                metadata.startOffset(), metadata.endOffset(), metadata.maxTimestampMs(), metadata.segmentSizeInBytes());
    }
}
