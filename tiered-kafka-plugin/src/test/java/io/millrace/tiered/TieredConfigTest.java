package io.millrace.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TieredConfigTest {

    @TempDir
    private Path folder;

    private final Map<String, Object> properties = new HashMap<>();

    @BeforeEach
    void directory() {
        properties.put("cold.directories", folder.toString());
    }

    @Test
    void theDefaultsAreThese() {
        assertThat(TieredConfig.of(properties))
                .isEqualTo(new TieredConfig(
                        List.of(folder), List.of(), false, 1 << 20, 4, 64L << 20, Duration.ofMinutes(1), null));
    }

    @Test
    void theNamesAreThese() throws IOException {
        Path second = Files.createDirectory(folder.resolve("second"));
        Path first = Files.createDirectory(folder.resolve("first"));
        properties.put("cold.directories", first + " , " + second);
        properties.put("log.dirs", second.toString());
        properties.put("chunk.bytes", "524288");
        properties.put("read.concurrency", "2");
        properties.put("buffer.bytes", 8 << 20);
        properties.put("cold.retry.interval.ms", "2000");
        properties.put("rates.file", "/etc/rates.properties");
        assertThat(TieredConfig.of(properties))
                .isEqualTo(new TieredConfig(
                        List.of(first, second),
                        List.of(second),
                        false,
                        512 << 10,
                        2,
                        8L << 20,
                        Duration.ofSeconds(2),
                        Path.of("/etc/rates.properties")));
    }

    @Test
    void everyMistakeIsNamed() throws IOException {
        Path inside = Files.createDirectory(folder.resolve("inside"));
        assertMistake("cold.directories", null);
        assertMistake("cold.directories", "");
        assertMistake("cold.directories", "relative");
        assertMistake("cold.directories", "/no/such/directory");
        assertMistake("cold.directories", "/t\0mp");
        assertMistake("cold.directories", folder + ",");
        assertMistake("cold.directories", folder + "," + folder + "/.");
        assertMistake("cold.directories", folder + "," + inside);
        assertMistake("chunk.bytes", "1000000");
        assertMistake("chunk.bytes", "4096");
        assertMistake("chunk.bytes", "1073741824");
        assertMistake("chunk.bytes", "1M");
        assertMistake("read.concurrency", "0");
        assertMistake("read.concurrency", "1000");
        assertMistake("buffer.bytes", "1048576");
        assertMistake("buffer.bytes", "-1");
        assertMistake("cold.retry.interval.ms", "99");
        assertMistake("cold.retry.interval.ms", "3600001");
        assertMistake("rates.file", "rates.properties");
    }

    @Test
    void aStorageNamesWhatItCannotOpen() {
        properties.put("rates.file", folder.resolve("none").toString());
        try (TieredStorage storage = new TieredStorage()) {
            assertThatThrownBy(() -> storage.configure(properties))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("rsm.config.rates.file")
                    .hasMessageContaining(folder.resolve("none").toString());
            properties.remove("rates.file");
            storage.configure(properties);
            try (TieredStorage other = new TieredStorage()) {
                assertThatThrownBy(() -> other.configure(properties))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("rsm.config.cold.directories")
                        .hasMessageContaining("another broker");
            }
        }
    }

    private void assertMistake(String name, String value) {
        Map<String, Object> wrong = new HashMap<>(properties);
        wrong.put(name, value);
        assertThatThrownBy(() -> TieredConfig.of(wrong))
                .as("%s=%s", name, value)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("rsm.config." + name)
                .hasMessageContaining("expected: ");
    }
}
