package io.millrace.tiered.replica;

import io.millrace.tiered.cold.SegmentSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentId;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata.CustomMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentState;

/** What the brokers of a test know of each other's segments. Thread-safe. */
public final class SampleMetadata implements BrokerMetadata {

    private final Map<Uuid, RemoteLogSegmentMetadata> segments = new LinkedHashMap<>();
    private final Set<TopicIdPartition> partitions = new LinkedHashSet<>();
    private boolean ready = true;

    synchronized SampleMetadata assign(TopicIdPartition partition) {
        partitions.add(partition);
        return this;
    }

    synchronized void unassign(TopicIdPartition partition) {
        partitions.remove(partition);
    }

    synchronized void ready(boolean isReady) {
        ready = isReady;
    }

    synchronized void put(RemoteLogSegmentMetadata segment) {
        segments.put(segment.remoteLogSegmentId().id(), segment);
    }

    synchronized void state(RemoteLogSegmentMetadata segment, RemoteLogSegmentState state) {
        put(with(segment, segment.customMetadata(), state));
    }

    synchronized void remove(RemoteLogSegmentMetadata segment) {
        segments.remove(segment.remoteLogSegmentId().id());
    }

    synchronized void clear() {
        segments.clear();
    }

    @Override
    public synchronized Set<TopicIdPartition> partitions() {
        return new LinkedHashSet<>(partitions);
    }

    @Override
    public synchronized boolean isReady(TopicIdPartition partition) {
        return ready;
    }

    @Override
    public synchronized List<RemoteLogSegmentMetadata> segments(TopicIdPartition partition) {
        return new ArrayList<>(segments.values().stream()
                .filter(segment -> segment.topicIdPartition().equals(partition))
                .toList());
    }

    @Override
    public Map<String, Object> clientProperties() {
        return Map.of();
    }

    /** A segment that is being copied. */
    static RemoteLogSegmentMetadata segment(
            TopicIdPartition partition, long first, long last, int bytes, NavigableMap<Integer, Long> epochs) {
        return new RemoteLogSegmentMetadata(
                RemoteLogSegmentId.generateNew(partition),
                first,
                last,
                1_700_000_000_000L,
                1,
                1_700_000_000_000L,
                bytes,
                Optional.empty(),
                RemoteLogSegmentState.COPY_SEGMENT_STARTED,
                epochs);
    }

    /** The same, copied. */
    public static RemoteLogSegmentMetadata copied(RemoteLogSegmentMetadata segment, SegmentSummary summary) {
        return with(
                segment,
                Optional.of(new CustomMetadata(summary.toBytes())),
                RemoteLogSegmentState.COPY_SEGMENT_FINISHED);
    }

    private static RemoteLogSegmentMetadata with(
            RemoteLogSegmentMetadata segment, Optional<CustomMetadata> custom, RemoteLogSegmentState state) {
        return new RemoteLogSegmentMetadata(
                segment.remoteLogSegmentId(),
                segment.startOffset(),
                segment.endOffset(),
                segment.maxTimestampMs(),
                segment.brokerId(),
                segment.eventTimestampMs(),
                segment.segmentSizeInBytes(),
                custom,
                state,
                segment.segmentLeaderEpochs());
    }
}
