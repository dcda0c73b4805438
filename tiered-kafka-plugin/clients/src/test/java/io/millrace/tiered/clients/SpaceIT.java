package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.FreePorts;
import io.millrace.testkit.Seeds;
import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.peer.PeerAddress;
import io.millrace.tiered.peer.PeerClient;
import io.millrace.tiered.peer.PeerSecret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The watcher of a real broker keeps its fast disk below the mark: the oldest of all topics go, nothing is lost, and nothing of the watcher's stays in the broker's settings. */
@Tag("once")
class SpaceIT {

    private static final String CUTOFF = "log.local.retention.ms";
    private static final String NOTE = "millrace-space-cutoff";
    private static final long HIGH_BYTES = 600_000;
    private static final long LOW_BYTES = 450_000;
    private static final int GROUPS = 10;

    private static final int PORT = FreePorts.some(1).get(0);
    private static final Path SECRET = ReplicatedBrokers.secret();

    @RegisterExtension
    static final KafkaCluster KAFKA = KafkaCluster.of(1)
            .tiered(RunningBrokers.settings()
                    .metadataManager("io.millrace.tiered.meta.TieredMetadata")
                    .storage("log.dirs", broker -> broker.logDirectory().toString())
                    .storage("peer.listen", "127.0.0.1:" + PORT)
                    .storage("peer.secret.file", SECRET.toString())
                    .storage("replica.check.interval.ms", "200")
                    .storage("space.high", Long.toString(HIGH_BYTES))
                    .storage("space.low", Long.toString(LOW_BYTES))
                    .storage("space.check.interval.ms", "500"));

    private static final BrokerBeans BEANS = BrokerBeans.of(KAFKA);

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("SpaceIT");

    @Test
    void theOldestOfAllTopicsLeaveBelowTheMark() throws IOException {
        KafkaBroker broker = KAFKA.broker(1);
        BrokerLog log = BrokerLog.of(broker);
        List<TieredTopic> topics =
                List.of(TieredTopic.create(KAFKA, "a", 1, Map.of()), TieredTopic.create(KAFKA, "b", 2, Map.of()));
        TieredTopic own = TieredTopic.create(KAFKA, "own", 1, Map.of("local.retention.ms", "-2"));
        try (RecordWriter writer = new RecordWriter(KAFKA.bootstrap(), ledger, random, Map.of())) {
            writer.write(own.partition(0), 3, 30);
            for (int group = 0; group < GROUPS; group++) {
                for (TieredTopic topic : topics) {
                    topic.all().forEach(partition -> writer.write(partition, 1, 30));
                }
            }
        }
        topics.forEach(TieredTopic::awaitTiered);
        awaitBelowTheMark(broker);
        awaitNoCutoff();
        for (TieredTopic topic : topics) {
            for (TopicPartition partition : topic.all()) {
                assertThat(TieredTopic.localSegments(broker, partition))
                        .as("%s was evicted, and keeps its newest", partition)
                        .hasSizeBetween(1, GROUPS - 1);
                ledger.assertCommitted(partition, 0, RecordReader.all(KAFKA.bootstrap(), partition, 0));
            }
        }
        assertThat(TieredTopic.localSegments(broker, own.partition(0)))
                .as("a topic with a retention of its own stays")
                .hasSize(3);
        assertThat(BEANS.number("space", "evictions-total")).isPositive();
        assertThat(BEANS.number("space", "not-gated-topics")).isEqualTo(1.0);
        assertReports(topics.get(0), own);
        assertSimulates(broker, topics);
        assertThat(log.says("does not gate it", "topic=own")).isTrue();
        assertThat(log.complaints()).noneMatch(line -> line.contains("[ERROR]"));
    }

    @Test
    void whatAKilledBrokerLeftIsRemovedAtItsStart() throws IOException {
        KafkaBroker broker = KAFKA.broker(1);
        TieredTopic topic = TieredTopic.create(KAFKA, "killed", 1, Map.of());
        topic.configure(broker, Map.of(CUTOFF, "86400000"));
        // It is the operator's until a note says otherwise: the watcher looks twice a second, and leaves it alone.
        broker.kill();
        broker.start();
        awaitLook();
        assertThat(cutoff()).isEqualTo("86400000");
        broker.kill();
        Files.writeString(broker.logDirectory().resolve(NOTE), "86400000\n");
        broker.start();
        awaitNoCutoff();
        Awaitility.await("the note is removed")
                .atMost(TieredTopic.PATIENCE)
                .until(() -> !Files.exists(broker.logDirectory().resolve(NOTE)));
    }

    private static void assertReports(TieredTopic topic, TieredTopic own) throws IOException {
        List<String> states = lines("/v1/states/" + topic.id() + "-0");
        assertThat(states.get(0)).startsWith("first\tlast\tbytes\ttimestamp\ttier");
        assertThat(states).hasSize(GROUPS + 1);
        assertThat(states.get(1)).contains("\tHDD\t", "\tyes\t");
        assertThat(states.get(GROUPS)).contains("\tSSD\t", "\tACTIVE\t");
        assertThat(lines("/v1/explain/" + own.id() + "-0").get(1)).contains("\tBOTH\t", "\tOWN_RETENTION\t");
        assertThat(lines("/v1/space")).contains("watcher\ton", "not.gated\town");
    }

    /** A byte more would cost a segment, where the eviction left any: a slow machine's cutoff ages until all but the active are beyond it. */
    private static void assertSimulates(KafkaBroker broker, List<TieredTopic> topics) throws IOException {
        boolean anyLeft = topics.stream()
                .flatMap(topic -> topic.all().stream())
                .anyMatch(partition ->
                        TieredTopic.localSegments(broker, partition).size() > 1);
        assertThat(lines("/v1/simulate/1")).hasSizeGreaterThan(anyLeft ? 1 : 0);
    }

    /** The watcher has looked since the broker's start. */
    private static void awaitLook() {
        Awaitility.await("the watcher looks")
                .atMost(TieredTopic.PATIENCE)
                .ignoreExceptions()
                .until(() -> lines("/v1/space").contains("retention.check.ms\t500"));
    }

    private static List<String> lines(String path) throws TieredException {
        try {
            PeerClient client = new PeerClient(PeerSecret.read(SECRET), null, Clock.systemUTC());
            return client.lines(new PeerAddress(1, "127.0.0.1", PORT), path);
        } catch (TieredException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitBelowTheMark(KafkaBroker broker) {
        Awaitility.await("the fast disk is below its mark")
                .atMost(TieredTopic.PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> TieredTopic.localBytes(broker) <= HIGH_BYTES);
    }

    private static void awaitNoCutoff() {
        Awaitility.await("the cutoff is taken back")
                .atMost(TieredTopic.PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> cutoff().isEmpty());
    }

    /** The broker's own dynamic value; empty if it has none. */
    private static String cutoff() {
        ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
        Map<ConfigResource, Config> configs =
                TieredTopic.get(KAFKA.admin().describeConfigs(List.of(broker)).all());
        ConfigEntry entry = configs.values().iterator().next().get(CUTOFF);
        return entry.source() == ConfigEntry.ConfigSource.DYNAMIC_BROKER_CONFIG ? entry.value() : "";
    }
}
