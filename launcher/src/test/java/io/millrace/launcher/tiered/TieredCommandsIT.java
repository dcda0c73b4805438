package io.millrace.launcher.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.launcher.Launchers;
import io.millrace.testkit.FreePorts;
import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import io.millrace.testkit.kafka.TieredSettings;
import io.millrace.tiered.TieredStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a real broker with the plugin, its delegate and its endpoint, whose segments are copied and still on the fast disk. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TieredCommandsIT {

    private static final int RECORDS = 60;
    private static final int RECORD_BYTES = 100_000;
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern BOTH = Pattern.compile("\"both\":(\\d+)");

    private final int peerPort = FreePorts.some(1).get(0);
    private Path folder = Path.of("");
    private Path secret = Path.of("");
    private KafkaCluster kafka = KafkaCluster.of(1);

    @BeforeAll
    void start(@TempDir Path made) throws Exception {
        folder = made;
        secret = Files.writeString(made.resolve("secret"), "known to the broker of a test alone, and to it");
        kafka = KafkaCluster.of(1)
                .tiered(TieredSettings.of(TieredStorage.class)
                        .metadataManager("io.millrace.tiered.meta.TieredMetadata")
                        .storage("chunk.bytes", "65536")
                        .storage("log.dirs", broker -> broker.logDirectory().toString())
                        .storage("peer.listen", "127.0.0.1:" + peerPort)
                        .storage("peer.secret.file", secret.toString())
                        .storage("space.high", Long.toString(1L << 30)))
                .start();
        create("orders");
        write("orders");
        Awaitility.await("all of orders-0 but its active segment is copied")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> number(BOTH, states().out()) >= RECORDS - SEGMENT_BYTES / RECORD_BYTES);
    }

    @AfterAll
    void end() {
        kafka.close();
    }

    @Test
    void statesShowMessagesAndBytesByTier() {
        Launchers.Outcome text =
                run("states", "--bootstrap", kafka.bootstrap(), "--config", properties(), cold().toString());

        assertThat(text.err()).isEmpty();
        assertThat(text.status()).isZero();
        assertThat(text.out()).contains("orders-0").contains("broker 1, leader").contains(" used of ");
        String json = states().out();
        assertThat(json)
                .contains("\"topic\":\"orders\"")
                .contains("\"onlyHdd\":0")
                .contains("\"watching\":true")
                .contains("\"lackingBytes\":0");
        assertThat(number(BOTH, json) + number(Pattern.compile("\"onlySsd\":(\\d+)"), json))
                .isEqualTo(RECORDS);
        assertThat(number(Pattern.compile("\"bothBytes\":(\\d+)"), json))
                .isEqualTo(number(Pattern.compile("\"directoryBytes\":(\\d+)"), json));
    }

    @Test
    void explainNamesAReasonForEachSegment() {
        Launchers.Outcome inside =
                run("explain", "--bootstrap", kafka.bootstrap(), "--config", properties(), "orders-0");
        Launchers.Outcome outside = run("explain", "--bootstrap", kafka.bootstrap(), "orders-0");

        assertThat(inside.err()).isEmpty();
        assertThat(inside.out()).contains("ENOUGH_ROOM").contains("ACTIVE");
        assertThat(outside.out()).contains("are on both").doesNotContain("ACTIVE");
        assertThat(run("explain", "--bootstrap", kafka.bootstrap(), "nobody-0").err())
                .contains("nobody");
        assertThat(run("explain", "--bootstrap", kafka.bootstrap(), "orders-7").err())
                .contains("no such partition: orders-7 (expected: 0 to 0)");
    }

    @Test
    void simulateTakesTheOldestAndSaysWhatItCannot() {
        Launchers.Outcome some = simulate("1M");
        Launchers.Outcome all = simulate("1T");

        assertThat(some.err()).isEmpty();
        assertThat(some.status()).isZero();
        assertThat(some.out()).contains("orders-0").contains("Broker 1 would free");
        assertThat(all.status()).isEqualTo(1);
        assertThat(all.out()).contains("less than the 1.0 TiB asked for");
    }

    @Test
    void verifyChecksBytesAndAsksTheReplicas() {
        Launchers.Outcome good = run(
                "verify",
                cold().toString(),
                "--bootstrap",
                kafka.bootstrap(),
                "--secret-file",
                secret.toString(),
                "--peer-port",
                Integer.toString(peerPort));

        assertThat(good.out()).contains("Sound.").contains("0 ranges are lacking");
        assertThat(good.status()).isZero();
    }

    @Test
    void aReplicaThatDoesNotAnswerLacksEverything() throws Exception {
        Path other = Files.writeString(folder.resolve("other"), "another secret than the one that the broker has");
        Launchers.Outcome outcome = run(
                "verify",
                cold().toString(),
                "--bootstrap",
                kafka.bootstrap(),
                "--secret-file",
                other.toString(),
                "--peer-port",
                Integer.toString(peerPort));

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out())
                .contains("Lacking on broker 1: orders-0 offsets 0 to ")
                .contains("does not answer")
                .contains("REPLICAS LACK COPIES");
    }

    @Test
    void copiesOfADeletedTopicAreOrphans() throws Exception {
        Path copied = folder.resolve("copied");
        create("gone");
        write("gone");
        Awaitility.await("gone-0 is copied")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> coldFolders().size() > 1 && copies() >= RECORDS / (SEGMENT_BYTES / RECORD_BYTES) - 1);
        copy(cold(), copied);
        kafka.admin().deleteTopics(List.of("gone")).all().get(1, TimeUnit.MINUTES);
        Awaitility.await("topic is gone").atMost(PATIENCE).until(() -> !kafka.admin()
                .listTopics()
                .names()
                .get(1, TimeUnit.MINUTES)
                .contains("gone"));

        Launchers.Outcome orphans = run("orphans", copied.toString(), "--bootstrap", kafka.bootstrap());

        assertThat(orphans.status()).isEqualTo(1);
        assertThat(orphans.out()).contains("(gone): ").contains("the cluster has no topic of this id");
        assertThat(orphans.out()).doesNotContain("(orders)");
        assertThat(run("orphans", copied.toString(), "--broker", "7", "--bootstrap", kafka.bootstrap())
                        .out())
                .contains("(orders): ")
                .contains("no replica of it");
    }

    @Test
    void aClusterThatIsNotThereIsAnError() {
        Launchers.Outcome outcome =
                run("states", "--bootstrap", "127.0.0.1:" + FreePorts.some(1).get(0), "--timeout", "1");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("millrace: the cluster does not say");
    }

    private Launchers.Outcome simulate(String size) {
        return run("simulate", "--free", size, "--bootstrap", kafka.bootstrap(), "--config", properties());
    }

    private Launchers.Outcome states() {
        return run(
                "states",
                "--json",
                "--topic",
                "orders",
                "--bootstrap",
                kafka.bootstrap(),
                "--config",
                properties(),
                cold().toString());
    }

    private static Launchers.Outcome run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("tiered"));
        all.addAll(List.of(arguments));
        return Launchers.run(all.toArray(String[]::new));
    }

    private KafkaBroker broker() {
        return kafka.broker(1);
    }

    private Path cold() {
        return broker().coldDirectory().toAbsolutePath();
    }

    /** The broker's own file, as an operator would take it. */
    private String properties() {
        return broker().directory().resolve("server.properties").toString();
    }

    private static long number(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? Long.parseLong(found.group(1)) : -1;
    }

    private void create(String topic) throws Exception {
        kafka.admin()
                .createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.empty())
                        .configs(Map.of("remote.storage.enable", "true", "segment.bytes", "" + SEGMENT_BYTES))))
                .all()
                .get(1, TimeUnit.MINUTES);
    }

    private void write(String topic) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrap(), "batch.size", "1"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            // A minute apart, and the last one now: a cutoff keeps away from what is being written.
            for (int i = 1; i <= RECORDS; i++) {
                long written = System.currentTimeMillis() - TimeUnit.MINUTES.toMillis(RECORDS - i);
                producer.send(new ProducerRecord<>(topic, null, written, null, new byte[RECORD_BYTES]));
            }
        }
    }

    private List<Path> coldFolders() throws IOException {
        try (Stream<Path> files = Files.list(cold())) {
            return files.filter(Files::isDirectory).toList();
        }
    }

    /** Segments of the folder with the fewest. */
    private long copies() throws IOException {
        long fewest = Long.MAX_VALUE;
        for (Path of : coldFolders()) {
            try (Stream<Path> files = Files.list(of)) {
                fewest = Math.min(
                        fewest,
                        files.filter(file -> file.toString().endsWith(".manifest"))
                                .count());
            }
        }
        return fewest;
    }

    /** What is under way may be gone before it is copied. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file :
                    files.filter(file -> !file.toString().endsWith(".new")).toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
