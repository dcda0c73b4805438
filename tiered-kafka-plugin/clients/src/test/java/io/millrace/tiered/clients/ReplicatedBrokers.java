package io.millrace.tiered.clients;

import io.millrace.testkit.FreePorts;
import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import io.millrace.testkit.kafka.TieredSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three brokers with the plugin, each with a cold disk of its own, that give each other what one of them lacks. */
final class ReplicatedBrokers {

    private static final String METADATA_MANAGER = "io.millrace.tiered.meta.TieredMetadata";
    private static final int BROKERS = 3;

    private ReplicatedBrokers() {}

    /** Not started yet. */
    static KafkaCluster three() {
        List<Integer> ports = FreePorts.some(BROKERS);
        String peers = IntStream.range(0, BROKERS)
                .mapToObj(i -> (i + 1) + "=127.0.0.1:" + ports.get(i))
                .collect(Collectors.joining(","));
        TieredSettings settings = RunningBrokers.settings()
                .metadataManager(METADATA_MANAGER)
                .storage("log.dirs", broker -> broker.logDirectory().toString())
                .storage("peer.listen", broker -> "127.0.0.1:" + ports.get(broker.id() - 1))
                .storage("peer.ports", peers)
                .storage("peer.secret.file", secret().toString())
                .storage("replica.check.interval.ms", "200")
                .storage("rates.file", broker -> rates(broker).toString())
                .storage("cold.delete.grace.ms", "1000");
        KafkaCluster kafka = KafkaCluster.of(BROKERS).tiered(settings).create();
        kafka.brokers().forEach(broker -> setCopyRate(broker, "unlimited"));
        return kafka;
    }

    /** How fast a broker copies what another has copied before: bytes a second, or {@code unlimited}. */
    static void setCopyRate(KafkaBroker broker, String rate) {
        try {
            Files.writeString(rates(broker), "replica.copy.bytes.per.second=" + rate + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path rates(KafkaBroker broker) {
        return broker.directory().resolve("rates.properties");
    }

    /** For the brokers of this JVM's tests. */
    static Path secret() {
        try {
            Path file = Files.createTempFile("millrace-secret", "");
            file.toFile().deleteOnExit();
            return Files.writeString(file, "known to the brokers of a test alone");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
