package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A partition moves wholly onto brokers that had nothing of it, while producers and consumers run: its cold data moves along. */
@Tag("once")
class ReassignmentIT {

    @RegisterExtension
    static final RunningBrokers BROKERS = RunningBrokers.three();

    private static final int RECORDS = 500;

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("ReassignmentIT");

    @Test
    void coldDataMovesToNewBrokers() {
        TieredTopic topic = TieredTopic.create(
                BROKERS.cluster(),
                "moved",
                List.of(1),
                Map.of("local.retention.bytes", "1", "min.insync.replicas", "1"));
        TopicPartition partition = topic.partition(0);
        Replicas replicas = new Replicas(topic);
        try (Load load = new Load(topic, ledger, random)) {
            load.awaitMore(RECORDS);
            // Not all of it: the producer writes on, and is ahead for as long as it likes.
            Replicas.await(
                    "some of it is copied", () -> topic.offset(partition, OffsetSpec.latestTiered()) > RECORDS / 2);
            replicas.assign(partition, List.of(2, 3));
            replicas.assertEvictionsWaited(0);
            load.awaitMore(RECORDS);
            load.finish();
        }
        topic.awaitTiered();
        replicas.awaitColdEverywhere();
        topic.awaitEvicted();
        for (int leader : List.of(2, 3)) {
            replicas.lead(partition, leader);
            assertThat(topic.offset(partition, OffsetSpec.earliest())).isZero();
            ledger.assertCommitted(partition, 0, RecordReader.all(BROKERS.bootstrap(), partition, 0));
        }
        Replicas.await("the broker that was left has given up its copies", () -> replicas.cold(1, partition)
                .isEmpty());
        ledger.assertCommitted(partition, 0, RecordReader.all(BROKERS.bootstrap(), partition, 0));
    }

    @Test
    void aNewReplicaServesWhatIsStillElsewhere() {
        TieredTopic topic =
                TieredTopic.create(BROKERS.cluster(), "peers", List.of(1), Map.of("min.insync.replicas", "1"));
        TopicPartition partition = topic.partition(0);
        try (RecordWriter writer = new RecordWriter(BROKERS.bootstrap(), ledger, random, Map.of())) {
            writer.write(partition, 10, 100);
        }
        topic.evict();
        new Replicas(topic).assign(partition, List.of(3));
        // At once: the new broker has copied little or nothing by now.
        ledger.assertCommitted(partition, 0, RecordReader.all(BROKERS.bootstrap(), partition, 0));
    }
}
