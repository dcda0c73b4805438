package io.millrace.tiered.cold;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;

/**
 * Which segment: the id that Kafka gave to one copy, and the partition that it is of. A value.
 *
 * @param topic the topic's name, for people
 * @param topicId the topic's id, which no other topic of that name has
 * @param partition the partition, from 0
 * @param id the copy's id, unique in the world
 */
public record SegmentIdentity(String topic, Uuid topicId, int partition, Uuid id) {

    /** What Kafka says of a segment. */
    public static SegmentIdentity of(RemoteLogSegmentMetadata metadata) {
        return new SegmentIdentity(
                metadata.topicIdPartition().topic(),
                metadata.topicIdPartition().topicId(),
                metadata.topicIdPartition().partition(),
                metadata.remoteLogSegmentId().id());
    }

    /** The folder of the partition. */
    String folder() {
        return folder(topicId, partition);
    }

    /** The folder of a partition. */
    public static String folder(Uuid topicId, int partition) {
        return topicId + "-" + partition;
    }

    @Override
    public String toString() {
        return topic + "-" + partition + " (topic id " + topicId + ") segment " + id;
    }
}
