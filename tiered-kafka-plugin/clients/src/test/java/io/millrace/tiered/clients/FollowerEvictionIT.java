package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import io.millrace.testkit.kafka.TieredSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A follower whose own copies come slowly keeps its segments on the fast disk until it has them, while the others let theirs go. */
@Tag("once")
class FollowerEvictionIT {

    private static final int SLOW = 2;
    private static final int GROUPS = 8;

    @TempDir
    private Path rates = Path.of("");

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("FollowerEvictionIT");

    @Test
    void evictionWaitsForTheOwnCopy() throws IOException {
        for (int broker = 1; broker <= 3; broker++) {
            setRate(broker, broker == SLOW ? "1" : "unlimited");
        }
        try (KafkaCluster kafka = ReplicatedBrokers.three(this::withRates).start()) {
            TieredTopic topic = TieredTopic.create(kafka, "slow", List.of(1, SLOW, 3), Map.of());
            TopicPartition partition = topic.partition(0);
            Replicas replicas = new Replicas(topic);
            try (RecordWriter writer = new RecordWriter(kafka.bootstrap(), ledger, random, Map.of())) {
                writer.write(partition, GROUPS, 100);
            }
            topic.awaitTiered();
            topic.configure(Map.of("local.retention.bytes", "1"));
            for (int quick : List.of(1, 3)) {
                awaitOneSegment(kafka.broker(quick), partition);
            }
            List<Long> kept = TieredTopic.localSegments(kafka.broker(SLOW), partition);
            assertThat(kept).as("segments that the slow one keeps").hasSizeGreaterThan(1);
            replicas.assertEvictionsWaited(0);

            setRate(SLOW, "unlimited");
            awaitOneSegment(kafka.broker(SLOW), partition);
            replicas.assertEvictionsWaited(0);
            replicas.awaitColdEverywhere();
            replicas.lead(partition, SLOW);
            ledger.assertCommitted(partition, 0, RecordReader.all(kafka.bootstrap(), partition, 0));
        }
    }

    private static void awaitOneSegment(KafkaBroker broker, TopicPartition partition) {
        String what = partition + " is evicted on " + broker;
        Replicas.await(what, () -> hasOneSegment(broker, partition));
    }

    private static boolean hasOneSegment(KafkaBroker broker, TopicPartition partition) {
        return TieredTopic.localSegments(broker, partition).size() == 1;
    }

    private TieredSettings withRates(TieredSettings settings) {
        return settings.storage("rates.file", broker -> file(broker.id()).toString());
    }

    private Path file(int broker) {
        return rates.resolve("rates-" + broker + ".properties");
    }

    private void setRate(int broker, String rate) throws IOException {
        Files.writeString(file(broker), "replica.copy.bytes.per.second=" + rate + "\n");
    }
}
