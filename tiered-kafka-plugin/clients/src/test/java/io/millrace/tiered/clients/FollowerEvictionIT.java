package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A follower whose own copies come slowly keeps its segments on the fast disk until it has them, while the others let theirs go. */
@Tag("once")
class FollowerEvictionIT {

    @RegisterExtension
    static final RunningBrokers BROKERS = RunningBrokers.three();

    private static final int SLOW = 2;
    private static final int GROUPS = 8;

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("FollowerEvictionIT");

    @Test
    void evictionWaitsForTheOwnCopy() {
        KafkaCluster kafka = BROKERS.cluster();
        TieredTopic topic = TieredTopic.create(kafka, "slow", List.of(1, SLOW, 3), Map.of());
        TopicPartition partition = topic.partition(0);
        Replicas replicas = new Replicas(topic);
        ReplicatedBrokers.setCopyRate(kafka.broker(SLOW), "1");
        try (RecordWriter writer = new RecordWriter(kafka.bootstrap(), ledger, random, Map.of())) {
            writer.write(partition, GROUPS, 100);
            topic.awaitTiered();
            topic.configure(Map.of("local.retention.bytes", "1"));
            for (int quick : List.of(1, 3)) {
                awaitOneSegment(kafka.broker(quick), partition);
            }
            List<Long> kept = TieredTopic.localSegments(kafka.broker(SLOW), partition);
            assertThat(kept).as("segments that the slow one keeps").hasSizeGreaterThan(1);
            replicas.assertEvictionsWaited(0);
        } finally {
            ReplicatedBrokers.setCopyRate(kafka.broker(SLOW), "unlimited");
        }
        awaitOneSegment(kafka.broker(SLOW), partition);
        replicas.assertEvictionsWaited(0);
        replicas.awaitColdEverywhere();
        replicas.lead(partition, SLOW);
        ledger.assertCommitted(partition, 0, RecordReader.all(kafka.bootstrap(), partition, 0));
    }

    private static void awaitOneSegment(KafkaBroker broker, TopicPartition partition) {
        String what = partition + " is evicted on " + broker;
        Replicas.await(what, () -> hasOneSegment(broker, partition));
    }

    private static boolean hasOneSegment(KafkaBroker broker, TopicPartition partition) {
        return TieredTopic.localSegments(broker, partition).size() == 1;
    }
}
