package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.kafka.KafkaBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The leader is killed while it deletes cold segments, so that another one finds them between the two states of a deletion: it ends the deletion, and all replicas follow. */
@Tag("once")
class KilledDeletionIT {

    @RegisterExtension
    static final RunningBrokers BROKERS = RunningBrokers.three();

    private static final int GROUPS = 16;
    private static final int ROUNDS = 2;

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("KilledDeletionIT");

    @Test
    void anotherLeaderEndsTheDeletion() {
        TieredTopic topic = TieredTopic.create(BROKERS.cluster(), "deleting", 1, Map.of());
        TopicPartition partition = topic.partition(0);
        Replicas replicas = new Replicas(topic);
        try (RecordWriter writer = new RecordWriter(BROKERS.bootstrap(), ledger, random, Map.of())) {
            writer.write(partition, GROUPS, 60);
        }
        topic.evict();
        replicas.awaitColdEverywhere();
        for (int round = 0; round < ROUNDS; round++) {
            KafkaBroker leader = replicas.leader(partition);
            List<ColdSegment> before = replicas.cold(leader.id(), partition);
            // A quarter goes, and once more as much: the next leader counts what this one has not deleted yet.
            long kept = before.subList(before.size() / 4, before.size()).stream()
                    .mapToLong(ColdSegment::dataBytes)
                    .sum();
            topic.configure(Map.of("retention.bytes", Long.toString(kept)));
            Awaitility.await("a deletion has begun")
                    .atMost(TieredTopic.PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> replicas.cold(leader.id(), partition).size() < before.size());
            leader.kill();
            Replicas.await("another leads", () -> replicas.leader(partition).id() != leader.id());
            leader.start();
            replicas.awaitInSync(partition);
            awaitDeleted(topic, replicas, kept);
        }
        replicas.awaitColdEverywhere();
        Kept kept = Kept.read(topic, partition);
        assertThat(kept.from()).isPositive();
        ledger.assertCommitted(partition, kept.from(), kept.records());
    }

    /** Every replica has what is kept, and nothing before it. */
    private static void awaitDeleted(TieredTopic topic, Replicas replicas, long kept) {
        TopicPartition partition = topic.partition(0);
        for (int broker : replicas.of(partition)) {
            Replicas.await("deleted segments are gone on broker " + broker, () -> {
                long earliest = topic.offset(partition, OffsetSpec.earliest());
                List<ColdSegment> cold = replicas.cold(broker, partition);
                return cold.stream().mapToLong(ColdSegment::dataBytes).sum() <= kept
                        && cold.stream().allMatch(each -> each.lastOffset() >= earliest);
            });
        }
    }
}
