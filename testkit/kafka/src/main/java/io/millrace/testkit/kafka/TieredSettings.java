package io.millrace.testkit.kafka;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What brokers need to keep old segments with a plugin: Kafka's properties, at a pace for tests (everything that Kafka does by the minute happens several times a second), and the
 * plugin's own.
 *
 * <p>Changed by its methods and used by one cluster; not thread-safe.
 */
public final class TieredSettings {

    private static final Map<String, String> PACE = Map.of(
            "remote.log.manager.task.interval.ms", "250",
            "log.retention.check.interval.ms", "500",
            "log.initial.task.delay.ms", "100",
            "log.flush.start.offset.checkpoint.interval.ms", "500",
            "log.segment.delete.delay.ms", "100",
            "remote.log.manager.copier.thread.pool.size", "2",
            "remote.log.manager.expiration.thread.pool.size", "2");

    private final Class<?> storage;
    private final Map<String, String> properties = new LinkedHashMap<>(PACE);
    private final Map<String, Function<KafkaBroker, String>> perBroker = new LinkedHashMap<>();
    private @Nullable String metadataManager;
    private Function<KafkaBroker, List<Path>> coldDirectories = broker -> List.of(broker.coldDirectory());

    private TieredSettings(Class<?> storage) {
        this.storage = storage;
    }

    /** With this class as the storage manager; its jar or folder comes behind the broker's own jars. */
    public static TieredSettings of(Class<?> storage) {
        return new TieredSettings(storage);
    }

    /** A class of the same jar as the metadata manager, in place of Kafka's own; by its name, as it needs classes of the broker. */
    public TieredSettings metadataManager(String className) {
        this.metadataManager = className;
        return this;
    }

    /** A property of the storage manager, without Kafka's prefix. */
    public TieredSettings storage(String name, String value) {
        return kafka("rsm.config." + name, value);
    }

    /** The same where each broker has another value; asked at each of its starts. */
    public TieredSettings storage(String name, Function<KafkaBroker, String> value) {
        perBroker.put("rsm.config." + name, value);
        return this;
    }

    /** A property of the metadata manager, without Kafka's prefix. */
    public TieredSettings metadata(String name, String value) {
        return kafka("rlmm.config." + name, value);
    }

    /** A property of the broker. */
    public TieredSettings kafka(String name, String value) {
        properties.put(name, value);
        return this;
    }

    /** Where a broker keeps old segments; its own {@link KafkaBroker#coldDirectory} unless said otherwise. They exist. */
    public TieredSettings coldDirectories(Function<KafkaBroker, List<Path>> directories) {
        this.coldDirectories = directories;
        return this;
    }

    Path plugin() {
        return KafkaProgram.home(storage);
    }

    Map<String, String> properties(KafkaBroker broker, int brokers) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("remote.log.storage.system.enable", "true");
        all.put("remote.log.storage.manager.class.name", storage.getName());
        if (metadataManager != null) {
            all.put("remote.log.metadata.manager.class.name", metadataManager);
        }
        all.put("remote.log.metadata.manager.listener.name", "PLAINTEXT");
        all.put("rlmm.config.remote.log.metadata.topic.replication.factor", Integer.toString(brokers));
        all.put("rlmm.config.remote.log.metadata.topic.min.isr", Integer.toString(Math.min(brokers, 2)));
        all.put("rlmm.config.remote.log.metadata.topic.num.partitions", "2");
        all.put(
                "rsm.config.cold.directories",
                coldDirectories.apply(broker).stream().map(Path::toString).collect(Collectors.joining(",")));
        all.putAll(properties);
        perBroker.forEach((name, value) -> all.put(name, value.apply(broker)));
        return all;
    }
}
