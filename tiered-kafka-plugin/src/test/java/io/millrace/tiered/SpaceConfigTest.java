package io.millrace.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpaceConfigTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void everythingIsOffByDefault() {
        assertThat(SpaceConfig.of(Map.of())).isEqualTo(new SpaceConfig(null, null, Duration.ofSeconds(10)));
        assertThat(FlushConfig.of(Map.of())).isEqualTo(new FlushConfig(0, 2 << 20));
        assertThat(FlushConfig.of(Map.of()).isOn()).isFalse();
        assertThat(PlacementConfig.of(Map.of()))
                .isEqualTo(new PlacementConfig(
                        null, List.of(), List.of(), Duration.ofSeconds(30), Duration.ofMinutes(10), 1));
    }

    @Test
    void theLowMarkIsNineTenthsOfTheHighOneUnlessSaid() {
        assertThat(SpaceConfig.of(Map.of("space.high", "80%", "log.dirs", "/ssd")))
                .isEqualTo(new SpaceConfig(new SpaceMark(80, true), new SpaceMark(72, true), Duration.ofSeconds(10)));
        assertThat(SpaceConfig.of(Map.of("space.high", "1000", "space.low", "600", "log.dirs", "/ssd"))
                        .low())
                .isEqualTo(new SpaceMark(600, false));
    }

    @Test
    void theNamesAreThese() {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "space.high", "90%",
                "space.low", "70%",
                "space.check.interval.ms", "500",
                "flush.bytes.per.second", "20000000",
                "flush.segment.bytes", "1048576",
                "log.dirs", folder.toString()));
        assertThat(SpaceConfig.of(properties))
                .isEqualTo(new SpaceConfig(new SpaceMark(90, true), new SpaceMark(70, true), Duration.ofMillis(500)));
        assertThat(FlushConfig.of(properties)).isEqualTo(new FlushConfig(20_000_000, 1 << 20));
        properties.putAll(Map.of(
                "placement.rules.file", "/etc/rules",
                "placement.ssd.directories", folder.toString(),
                "placement.hdd.directories", "/usr",
                "placement.check.interval.ms", "1000",
                "placement.dwell.ms", "2000",
                "placement.moves.max", "3"));
        assertThat(PlacementConfig.of(properties))
                .isEqualTo(new PlacementConfig(
                        Path.of("/etc/rules"),
                        List.of(folder),
                        List.of(Path.of("/usr")),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        3));
    }

    @Test
    void everyMistakeIsNamed() {
        assertSpace("space.high", Map.of("space.high", "0"));
        assertSpace("space.high", Map.of("space.high", "100%"));
        assertSpace("space.high", Map.of("space.high", "80 %"));
        assertSpace("space.high", Map.of("space.high", "10G"));
        assertSpace("space.high", Map.of("space.low", "10%"));
        assertSpace("space.low", Map.of("space.high", "80%", "space.low", "1000"));
        assertSpace("space.low", Map.of("space.high", "80%", "space.low", "81%"));
        assertSpace("log.dirs", Map.of("space.high", "80%"));
        assertSpace("space.check.interval.ms", Map.of("space.check.interval.ms", "1"));
        assertMistake("flush.bytes.per.second", () -> FlushConfig.of(Map.of("flush.bytes.per.second", "1")));
        assertMistake("log.dirs", () -> FlushConfig.of(Map.of("flush.bytes.per.second", "1000000")));
        assertPlacement("placement.ssd.directories", Map.of());
        assertPlacement("placement.hdd.directories", Map.of("placement.ssd.directories", folder.toString()));
        assertPlacement(
                "placement.hdd.directories",
                Map.of(
                        "placement.ssd.directories", folder.toString(),
                        "placement.hdd.directories", folder.toString()));
        assertPlacement("placement.moves.max", Map.of("placement.moves.max", "0"));
    }

    @Test
    void aMarkInPercentIsOfTheDisk() {
        assertThat(new SpaceMark(80, true).bytes(1_000_000)).isEqualTo(800_000);
        assertThat(new SpaceMark(80, false).bytes(1_000_000)).isEqualTo(80);
    }

    private static void assertSpace(String name, Map<String, String> properties) {
        assertMistake(name, () -> SpaceConfig.of(properties));
    }

    private static void assertPlacement(String name, Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.put("placement.rules.file", "/etc/rules");
        assertMistake(name, () -> PlacementConfig.of(all));
    }

    private static void assertMistake(String name, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("rsm.config." + name)
                .hasMessageContaining("expected: ");
    }
}
