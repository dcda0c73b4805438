package io.millrace.queue.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.queue.QueueConfig;
import io.millrace.wal.Durability;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.util.unit.DataSize;

/** Pins the names and defaults that operators rely on: a change here is a change for them. */
@Tag("once")
class QueuePropertiesTest {

    private static final Map<String, String> ALL = Map.of(
            "millrace.queue.directory", "/q",
            "millrace.queue.durability", "sync",
            "millrace.queue.memory", "64MB",
            "millrace.queue.epoch-size", "8MB",
            "millrace.queue.message-size-max", "100KB",
            "millrace.queue.queues-max", "1000",
            "millrace.queue.patience", "3s",
            "millrace.queue.retention.age", "7d",
            "millrace.queue.retention.bytes", "10GB",
            "millrace.queue.merge-rate", "50MB");

    private static QueueProperties bind(Map<String, String> properties) {
        return new Binder(
                        List.of(new MapConfigurationPropertySource(properties)),
                        null,
                        ApplicationConversionService.getSharedInstance())
                .bindOrCreate("millrace.queue", QueueProperties.class);
    }

    @Test
    void defaultsStand() {
        assertThat(bind(Map.of()))
                .isEqualTo(new QueueProperties(
                        null,
                        Durability.OS,
                        DataSize.ofMegabytes(256),
                        null,
                        null,
                        16_777_213,
                        Duration.ofSeconds(10),
                        new QueueProperties.Retention(null, null),
                        null));
    }

    @Test
    void defaultsAreThoseOfTheEngine() {
        QueueConfig engine = QueueConfig.defaults();

        assertThat(new QueueSettings(bind(Map.of())).config())
                .usingRecursiveComparison()
                .ignoringFields("files", "clock", "meters")
                .isEqualTo(engine);
    }

    @Test
    void everyNameIsBound() {
        assertThat(bind(ALL))
                .isEqualTo(new QueueProperties(
                        Path.of("/q"),
                        Durability.SYNC,
                        DataSize.ofMegabytes(64),
                        DataSize.ofMegabytes(8),
                        DataSize.ofKilobytes(100),
                        1000,
                        Duration.ofSeconds(3),
                        new QueueProperties.Retention(Duration.ofDays(7), DataSize.ofGigabytes(10)),
                        DataSize.ofMegabytes(50)));
        assertThat(new TreeSet<>(ALL.keySet()))
                .as("no component without a name above")
                .isEqualTo(namesOf("millrace.queue", QueueProperties.class));
    }

    @Test
    void everyNameReachesTheEngine() {
        QueueConfig config = new QueueSettings(bind(ALL)).config();

        assertThat(config.durability()).isEqualTo(Durability.SYNC);
        assertThat(config.memoryBytes()).isEqualTo(64L << 20);
        assertThat(config.epochBytes()).isEqualTo(8 << 20);
        assertThat(config.messageBytesMax()).isEqualTo(100 << 10);
        assertThat(config.queuesMax()).isEqualTo(1000);
        assertThat(config.patience()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.retention().age()).isEqualTo(Duration.ofDays(7));
        assertThat(config.retention().bytes()).isEqualTo(10L << 30);
        assertThat(config.mergeBytesPerSecond()).isEqualTo(50L << 20);
    }

    @ParameterizedTest
    @CsvSource({
        "memory, 1MB",
        "epoch-size, 3MB",
        "epoch-size, 5GB",
        "message-size-max, 0B",
        "queues-max, 0",
        "patience, 0s",
        "retention.age, -1d",
        "retention.bytes, 0B",
        "merge-rate, 0B",
    })
    void aWrongValueIsNamedWithItsProperty(String name, String value) {
        Map<String, String> properties = new HashMap<>(Map.of("millrace.queue." + name, value));

        assertThatThrownBy(() -> new QueueSettings(bind(properties)).config())
                .isInstanceOf(QueueSettingException.class)
                .hasMessageStartingWith("millrace.queue." + name + " is refused: ");
    }

    private static Set<String> namesOf(String prefix, Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (RecordComponent each : type.getRecordComponents()) {
            String name =
                    prefix + "." + each.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (each.getType().isRecord()) {
                names.addAll(namesOf(name, each.getType()));
            } else {
                names.add(name);
            }
        }
        return names;
    }
}
