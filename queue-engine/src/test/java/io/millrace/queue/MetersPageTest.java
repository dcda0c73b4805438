package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.memory.MemoryMeters;
import io.millrace.memory.PageArena;
import io.millrace.testkit.Repository;
import io.millrace.wal.WalMeters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds docs/operating/meters.md against the enums of memory, log and queues, and against what Prometheus is really shown. */
class MetersPageTest {

    private static List<String> rows(String prefix) {
        try (Stream<String> lines = Files.lines(Repository.root().resolve("docs/operating/meters.md"))) {
            return lines.filter(line -> line.startsWith("| `" + prefix)).toList();
        } catch (IOException e) {
            throw new IllegalStateException("the page of the meters is missing", e);
        }
    }

    @Test
    void thePageHasARowForEachMeterAndNoOther() {
        assertThat(names("millrace.queue."))
                .containsExactlyElementsOf(Arrays.stream(QueueMeters.values())
                        .map(QueueMeters::meterName)
                        .toList());
        assertThat(names("millrace.wal."))
                .containsExactlyElementsOf(Arrays.stream(WalMeters.values())
                        .map(WalMeters::meterName)
                        .toList());
        assertThat(names("millrace.memory."))
                .containsExactlyElementsOf(Arrays.stream(MemoryMeters.values())
                        .map(MemoryMeters::meterName)
                        .toList());
    }

    @Test
    void typeAndMeaningAreThoseOfTheEnum() {
        List<String> rows = rows("millrace.queue.");
        for (QueueMeters meter : QueueMeters.values()) {
            String row = rows.get(meter.ordinal());
            assertThat(cell(row, 3)).isEqualTo(meter.type().name().toLowerCase(Locale.ROOT));
            assertThat(cell(row, 5)).isEqualTo(meter.description());
        }
        for (MemoryMeters meter : MemoryMeters.values()) {
            assertThat(cell(rows("millrace.memory.").get(meter.ordinal()), 5)).isEqualTo(meter.description());
        }
    }

    @Test
    void prometheusShowsTheNamesAndTypesOfThePage(@TempDir Path directory) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (QueueEngine engine =
                        QueueEngine.open(directory, TestEngines.small().withMeters(registry));
                PageArena arena = PageArena.create(1 << 20)) {
            arena.bindTo(registry);
            engine.store().put("orders", new byte[100]);
            String shown = registry.scrape();

            Stream.of("queue", "wal", "memory")
                    .flatMap(part -> rows("millrace." + part + ".").stream())
                    .forEach(row -> assertThat(shown).contains(typeLine(row)));
        }
    }

    /** As the text format has it: a timer is a summary there, and a counter's family has no suffix. */
    private static String typeLine(String row) {
        String name = unquoted(cell(row, 2));
        String type = cell(row, 3).equals("timer") ? "summary" : cell(row, 3);
        return "# TYPE " + name + ' ' + type + '\n';
    }

    private static List<String> names(String prefix) {
        return rows(prefix).stream().map(row -> unquoted(cell(row, 1))).toList();
    }

    private static String unquoted(String cell) {
        return cell.replace("`", "");
    }

    private static String cell(String row, int column) {
        return row.split("\\|", -1)[column].trim();
    }
}
