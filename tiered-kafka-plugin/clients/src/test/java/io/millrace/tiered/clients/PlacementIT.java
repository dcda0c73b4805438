package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Followers of a topic move to the slow disk of their broker and come back as leaders, through a cordon that is there again afterwards. */
@Tag("once")
class PlacementIT {

    private static final String CORDONED = "cordoned.log.dirs";

    @TempDir
    private Path folder = Path.of("");

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("PlacementIT");

    @Test
    void followersLiveOnTheSlowDiskAndLeadersOnTheFastOne() throws IOException {
        Path rules = Files.writeString(folder.resolve("rules"), "audit-.* hdd\n.* ssd\n");
        KafkaCluster cluster = KafkaCluster.of(2)
                .tiered(RunningBrokers.settings()
                        .metadataManager("io.millrace.tiered.meta.TieredMetadata")
                        .storage("log.dirs", broker -> fast(broker) + "," + slow(broker))
                        .storage("placement.rules.file", rules.toString())
                        .storage("placement.ssd.directories", broker -> fast(broker)
                                .toString())
                        .storage("placement.hdd.directories", broker -> slow(broker)
                                .toString())
                        .storage("placement.check.interval.ms", "500")
                        .storage("placement.dwell.ms", "1000"))
                .create();
        for (KafkaBroker broker : cluster.brokers()) {
            broker.property("log.dirs", fast(broker) + "," + slow(broker));
        }
        try (KafkaCluster kafka = cluster.start()) {
            TieredTopic topic = TieredTopic.create(kafka, "audit-log", List.of(1, 2), Map.of());
            for (KafkaBroker broker : kafka.brokers()) {
                topic.configure(broker, Map.of(CORDONED, slow(broker).toString()));
            }
            awaitCordon(kafka);
            TieredTopic other = TieredTopic.create(kafka, "other", List.of(1, 2), Map.of());
            TopicPartition partition = topic.partition(0);
            Replicas replicas = new Replicas(topic);
            try (RecordWriter writer = new RecordWriter(kafka.bootstrap(), ledger, random, Map.of())) {
                writer.write(partition, 3, 50);
                awaitPlace(kafka.broker(2), partition, true);
                awaitPlace(kafka.broker(1), partition, false);
                awaitCordon(kafka);
                replicas.lead(partition, 2);
                writer.write(partition, 2, 50);
                awaitPlace(kafka.broker(2), partition, false);
                awaitPlace(kafka.broker(1), partition, true);
                awaitCordon(kafka);
                replicas.awaitInSync(partition);
            }
            for (KafkaBroker broker : kafka.brokers()) {
                awaitPlace(broker, other.partition(0), false);
            }
            ledger.assertCommitted(partition, 0, RecordReader.all(kafka.bootstrap(), partition, 0));
            for (KafkaBroker broker : kafka.brokers()) {
                // Kafka has some of its own where a leader comes and goes while its log moves on a busy machine.
                assertThat(BrokerLog.whole(broker).errors()).noneMatch(line -> line.contains("io.millrace"));
                assertThat(broker.logDirectory().resolve("millrace-cordon")).doesNotExist();
            }
        }
    }

    private static Path fast(KafkaBroker broker) {
        return broker.logDirectory();
    }

    private static Path slow(KafkaBroker broker) {
        return broker.directory().resolve("slow");
    }

    private static void awaitPlace(KafkaBroker broker, TopicPartition partition, boolean isSlow) {
        String what = partition + " is on the " + (isSlow ? "slow" : "fast") + " disk of " + broker;
        Replicas.await(what, () -> isAt(broker, partition, isSlow));
    }

    private static boolean isAt(KafkaBroker broker, TopicPartition partition, boolean isSlow) {
        Path there = isSlow ? slow(broker) : fast(broker);
        Path elsewhere = isSlow ? fast(broker) : slow(broker);
        return Files.isDirectory(there.resolve(partition.toString()))
                && !Files.exists(elsewhere.resolve(partition.toString()));
    }

    /** The slow disks take no replica that Kafka places. */
    private static void awaitCordon(KafkaCluster kafka) {
        for (KafkaBroker broker : kafka.brokers()) {
            ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(broker.id()));
            Replicas.await("the slow disk of " + broker + " is cordoned", () -> {
                Map<ConfigResource, Config> configs = TieredTopic.get(
                        kafka.admin().describeConfigs(List.of(resource)).all());
                ConfigEntry entry = configs.values().iterator().next().get(CORDONED);
                return slow(broker).toString().equals(entry.value());
            });
        }
    }
}
