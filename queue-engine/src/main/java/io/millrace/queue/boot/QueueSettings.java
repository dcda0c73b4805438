package io.millrace.queue.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.queue.QueueConfig;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.Retention;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Turns {@link QueueProperties} into what the engine takes; every mistake is named with its property. */
final class QueueSettings {
    private static final String PREFIX = "millrace.queue.";

    private final QueueProperties properties;

    QueueSettings(QueueProperties properties) {
        this.properties = properties;
    }

    QueueEngine open(@Nullable MeterRegistry meters) {
        Path directory = directory();
        QueueConfig config = meters == null ? config() : config().withMeters(meters);
        // What opening refuses in a config that is sound by itself is a size that the directory was not made with.
        return named("epoch-size", () -> QueueEngine.open(directory, config));
    }

    Path directory() {
        Path directory = properties.directory();
        if (directory == null || directory.toString().isBlank()) {
            throw new QueueSettingException(
                    PREFIX + "directory", "is empty: the engine needs a folder to keep queues in");
        }
        return directory;
    }

    QueueConfig config() {
        QueueConfig config = QueueConfig.defaults().withDurability(properties.durability());
        config = with(config, "memory", properties.memory(), (c, size) -> c.withMemoryBytes(size.toBytes()));
        config = with(config, "epoch-size", properties.epochSize(), (c, size) -> c.withEpochBytes(bytes(size)));
        config = with(
                config,
                "message-size-max",
                properties.messageSizeMax(),
                (c, size) -> c.withMessageBytesMax(bytes(size)));
        config = with(config, "queues-max", properties.queuesMax(), QueueConfig::withQueuesMax);
        config = with(config, "patience", properties.patience(), QueueConfig::withPatience);
        config = with(
                config, "merge-rate", properties.mergeRate(), (c, size) -> c.withMergeBytesPerSecond(size.toBytes()));
        return config.withRetention(retention());
    }

    private Retention retention() {
        Retention retention = Retention.forever();
        retention = with(retention, "retention.age", properties.retention().age(), Retention::withAge);
        return with(
                retention, "retention.bytes", properties.retention().bytes(), (r, size) -> r.withBytes(size.toBytes()));
    }

    /** A change of a setting. */
    private interface Change<C, V> {
        C apply(C settings, V value);
    }

    private static <C, V> C with(C settings, String name, @Nullable V value, Change<C, V> change) {
        return value == null ? settings : named(name, () -> change.apply(settings, value));
    }

    private static <T> T named(String name, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new QueueSettingException(PREFIX + name, "is refused: " + e.getMessage(), e);
        }
    }

    private static int bytes(DataSize size) {
        if (size.toBytes() < 1 || size.toBytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "bytes=" + size.toBytes() + " (expected: 1 to " + Integer.MAX_VALUE + ")");
        }
        return (int) size.toBytes();
    }
}
