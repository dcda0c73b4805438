package io.millrace.tiered.clients;

import io.millrace.testkit.kafka.KafkaBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/**
 * What a broker has logged since some moment.
 *
 * @param broker whose log it is
 * @param bytes that were there at that moment
 */
record BrokerLog(KafkaBroker broker, int bytes) {

    /** Whose lines are about segments; what brokers and controllers say of each other depends on how busy the machine is. */
    private static final List<String> OF_STORAGE = List.of(
            "] io.millrace.", "] org.apache.kafka.server.log.remote.", "] org.apache.kafka.storage.", "] kafka.log.");

    /** From now on. */
    static BrokerLog of(KafkaBroker broker) {
        return new BrokerLog(broker, read(broker).length);
    }

    /** From its first line on. */
    static BrokerLog whole(KafkaBroker broker) {
        return new BrokerLog(broker, 0);
    }

    List<String> lines() {
        byte[] all = read(broker);
        return new String(all, bytes, all.length - bytes, StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    List<String> errors() {
        return lines().stream().filter(line -> line.contains("[ERROR]")).toList();
    }

    /** Errors and warnings of the plugin, and of Kafka's storage around it. */
    List<String> complaints() {
        return lines().stream()
                .filter(line -> line.contains("[ERROR]") || line.contains("[WARN]"))
                .filter(line -> OF_STORAGE.stream().anyMatch(line::contains))
                .toList();
    }

    /** Whether some line has all of these. */
    boolean says(String... parts) {
        return lines().stream().anyMatch(line -> List.of(parts).stream().allMatch(line::contains));
    }

    private static byte[] read(KafkaBroker broker) {
        try {
            return Files.exists(broker.log()) ? Files.readAllBytes(broker.log()) : new byte[0];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
