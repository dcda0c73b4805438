package io.millrace.tiered.clients;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;

/**
 * What a partition keeps, read while nothing of it was deleted.
 *
 * @param from its first offset
 * @param records all from there on
 */
record Kept(long from, List<Seen> records) {

    /** Reads it; where retention deletes meanwhile, once more. */
    static Kept read(TieredTopic topic, TopicPartition partition) {
        return Awaitility.await("retention of " + partition + " has ended")
                .atMost(TieredTopic.PATIENCE)
                .until(() -> readOnce(topic, partition), Optional::isPresent)
                .orElseThrow();
    }

    private static Optional<Kept> readOnce(TieredTopic topic, TopicPartition partition) {
        long from = topic.offset(partition, OffsetSpec.earliest());
        try {
            Kept kept = new Kept(from, RecordReader.all(topic.cluster().bootstrap(), partition, from));
            return Optional.of(kept).filter(all -> topic.offset(partition, OffsetSpec.earliest()) == from);
        } catch (OffsetOutOfRangeException deleted) {
            return Optional.empty();
        }
    }
}
