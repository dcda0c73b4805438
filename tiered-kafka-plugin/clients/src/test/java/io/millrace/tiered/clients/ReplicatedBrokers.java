package io.millrace.tiered.clients;

import io.millrace.testkit.FreePorts;
import io.millrace.testkit.kafka.KafkaCluster;
import io.millrace.testkit.kafka.TieredSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three brokers with the plugin, each with a cold disk of its own, that give each other what one of them lacks. */
final class ReplicatedBrokers {

    private static final String METADATA_MANAGER = "io.millrace.tiered.meta.TieredMetadata";
    private static final int BROKERS = 3;

    private ReplicatedBrokers() {}

    /** Not started yet. */
    static KafkaCluster three() {
        return three(settings -> settings);
    }

    /** With further settings of the plugin. */
    static KafkaCluster three(UnaryOperator<TieredSettings> more) {
        List<Integer> ports = FreePorts.some(BROKERS);
        String peers = IntStream.range(0, BROKERS)
                .mapToObj(i -> (i + 1) + "=127.0.0.1:" + ports.get(i))
                .collect(Collectors.joining(","));
        TieredSettings settings = RunningBroker.settings()
                .metadataManager(METADATA_MANAGER)
                .storage("log.dirs", broker -> broker.logDirectory().toString())
                .storage("peer.listen", broker -> "127.0.0.1:" + ports.get(broker.id() - 1))
                .storage("peer.ports", peers)
                .storage("peer.secret.file", secret().toString())
                .storage("replica.check.interval.ms", "200")
                .storage("cold.delete.grace.ms", "1000");
        return KafkaCluster.of(BROKERS).tiered(more.apply(settings));
    }

    private static Path secret() {
        try {
            Path file = Files.createTempFile("millrace-secret", "");
            file.toFile().deleteOnExit();
            return Files.writeString(file, "known to the brokers of a test alone");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
