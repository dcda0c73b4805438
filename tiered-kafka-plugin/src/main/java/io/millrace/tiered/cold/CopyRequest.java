package io.millrace.tiered.cold;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.server.log.remote.storage.LogSegmentData;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A segment to copy.
 *
 * @param identity which
 * @param range what it covers; as many bytes of the data as it says are copied
 * @param data its data
 * @param indexes its indexes, by kind
 * @param expected what another broker's copy is, which this one must equal to be kept; null for the first copy
 */
public record CopyRequest(
        SegmentIdentity identity,
        SegmentRange range,
        DataSource data,
        List<IndexSource> indexes,
        @Nullable SegmentSummary expected) {

    public CopyRequest {
        indexes =
                indexes.stream().sorted(Comparator.comparing(IndexSource::kind)).toList();
        for (IndexKind kind : IndexKind.values()) {
            long given = indexes.stream().filter(index -> index.kind() == kind).count();
            if (given > 1 || (given == 0 && kind.isRequired())) {
                throw new IllegalArgumentException(
                        "indexes of " + identity + ": " + given + " of " + kind + " (expected: one)");
            }
        }
    }

    /** What Kafka asks to be copied. */
    public static CopyRequest of(RemoteLogSegmentMetadata metadata, LogSegmentData data) {
        List<IndexSource> indexes = new ArrayList<>();
        indexes.add(IndexSource.file(IndexKind.OFFSET, data.offsetIndex()));
        indexes.add(IndexSource.file(IndexKind.TIMESTAMP, data.timeIndex()));
        indexes.add(IndexSource.file(IndexKind.PRODUCER_SNAPSHOT, data.producerSnapshotIndex()));
        data.transactionIndex().ifPresent(file -> indexes.add(IndexSource.file(IndexKind.TRANSACTION, file)));
        indexes.add(IndexSource.bytes(IndexKind.LEADER_EPOCH, data.leaderEpochIndex()));
        return new CopyRequest(
                SegmentIdentity.of(metadata),
                SegmentRange.of(metadata),
                DataSource.file(data.logSegment()),
                indexes,
                null);
    }

    /** Whether another broker has copied it before. */
    boolean isReplica() {
        return expected != null;
    }
}
