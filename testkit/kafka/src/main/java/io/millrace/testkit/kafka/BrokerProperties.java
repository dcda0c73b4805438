package io.millrace.testkit.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** Properties of a broker that is its own controller, as small and as quick as Kafka can be made. */
final class BrokerProperties {

    /**
     * After a kill it is known soon that a broker is gone; long enough for one that had no processor for a while.
     */
    private static final String SESSION_MILLIS = "6000";

    private BrokerProperties() {}

    static Map<String, String> of(KafkaBroker broker, List<KafkaBroker> all) {
        String replicas = Integer.toString(all.size());
        String inSync = Integer.toString(Math.min(2, all.size()));
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("process.roles", "broker,controller");
        properties.put("node.id", Integer.toString(broker.id()));
        properties.put("controller.quorum.voters", voters(all));
        properties.put(
                "listeners",
                "PLAINTEXT://" + broker.address() + ",CONTROLLER://" + KafkaBroker.HOST + ":"
                        + broker.controllerPort());
        properties.put("advertised.listeners", "PLAINTEXT://" + broker.address());
        properties.put("controller.listener.names", "CONTROLLER");
        properties.put("inter.broker.listener.name", "PLAINTEXT");
        properties.put("log.dirs", broker.logDirectory().toString());
        properties.put("auto.create.topics.enable", "false");
        properties.put("default.replication.factor", replicas);
        properties.put("min.insync.replicas", inSync);
        properties.put("offsets.topic.replication.factor", replicas);
        properties.put("offsets.topic.num.partitions", "1");
        properties.put("transaction.state.log.replication.factor", replicas);
        properties.put("transaction.state.log.min.isr", inSync);
        properties.put("transaction.state.log.num.partitions", "1");
        properties.put("group.initial.rebalance.delay.ms", "0");
        properties.put("broker.session.timeout.ms", SESSION_MILLIS);
        properties.put("broker.heartbeat.interval.ms", "500");
        properties.put("controller.quorum.election.timeout.ms", "3000");
        properties.put("controller.quorum.fetch.timeout.ms", "5000");
        properties.put("controller.quorum.request.timeout.ms", "5000");
        properties.put("num.network.threads", "2");
        properties.put("num.io.threads", "4");
        properties.put("log.cleaner.dedupe.buffer.size", "2097152");
        return properties;
    }

    private static String voters(List<KafkaBroker> all) {
        return all.stream()
                .map(broker -> broker.id() + "@" + KafkaBroker.HOST + ":" + broker.controllerPort())
                .collect(Collectors.joining(","));
    }

    static void write(Map<String, String> properties, Path file) {
        Properties all = new Properties();
        all.putAll(properties);
        try (Writer out = Files.newBufferedWriter(file)) {
            all.store(out, null);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write a broker's properties", e);
        }
    }
}
