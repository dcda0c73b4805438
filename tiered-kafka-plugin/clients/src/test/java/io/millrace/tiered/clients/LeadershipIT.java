package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Leaders move and brokers are killed while producers and consumers run: no record is lost, wrong or doubled, every replica has its own copy of what is cold, and none evicted what it did not
 * have.
 */
@Tag("once")
class LeadershipIT {

    @RegisterExtension
    static final RunningBrokers BROKERS = RunningBrokers.three();

    private static final int ROUNDS = 2;
    private static final int ROUNDS_LONG = 30;
    private static final int RECORDS = 300;

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("LeadershipIT");

    @Test
    void everyReplicaCanServeEverything() {
        moveAndKill(ROUNDS);
    }

    @Test
    @Tag("long")
    void everyReplicaCanServeEverythingAfterManyKills() {
        moveAndKill(ROUNDS_LONG);
    }

    private void moveAndKill(int rounds) {
        KafkaCluster kafka = BROKERS.cluster();
        TieredTopic topic = TieredTopic.create(kafka, "led-" + rounds, 2, Map.of("local.retention.bytes", "1"));
        Replicas replicas = new Replicas(topic);
        try (Load load = new Load(topic, ledger, random)) {
            for (int round = 0; round < rounds; round++) {
                load.awaitMore(RECORDS);
                for (TopicPartition partition : topic.all()) {
                    replicas.lead(partition, 1 + random.nextInt(3));
                }
                replicas.assertEvictionsWaited(0);
                load.awaitMore(RECORDS);
                KafkaBroker killed = kafka.broker(1 + random.nextInt(3));
                killed.kill();
                load.awaitMore(RECORDS);
                killed.start();
                topic.all().forEach(replicas::awaitInSync);
                replicas.assertEvictionsWaited(0);
            }
            load.finish();
        }
        topic.awaitTiered();
        replicas.awaitColdEverywhere();
        topic.awaitEvicted();
        replicas.assertEvictionsWaited(0);
        for (TopicPartition partition : topic.all()) {
            readFromEach(kafka, replicas, partition);
        }
    }

    private void readFromEach(KafkaCluster kafka, Replicas replicas, TopicPartition partition) {
        for (int leader : List.of(1, 2, 3)) {
            replicas.lead(partition, leader);
            assertThat(replicas.topic().offset(partition, OffsetSpec.earliest()))
                    .isZero();
            ledger.assertCommitted(partition, 0, RecordReader.all(kafka.bootstrap(), partition, 0));
        }
    }
}
