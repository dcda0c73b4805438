package io.millrace.mesh.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.mesh.MeshMeters;
import io.millrace.mesh.MeterBook;
import io.millrace.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Holds docs/operating/meters.md against {@link MeshMeters} and against what Prometheus is really shown. */
class MetersPageTest {
    private static final List<String> ROWS = rows();

    private static List<String> rows() {
        try (var lines = Files.lines(Repository.root().resolve("docs/operating/meters.md"))) {
            return lines.filter(line -> line.startsWith("| `millrace.mesh.")).toList();
        } catch (IOException e) {
            throw new IllegalStateException("the page of the meters is missing", e);
        }
    }

    @Test
    void thePageHasARowForEachMeterAndNoOther() {
        assertThat(ROWS.stream().map(row -> cell(row, 1)))
                .containsExactlyElementsOf(List.of(MeshMeters.values()).stream()
                        .map(each -> '`' + each.meterName() + '`')
                        .toList());
    }

    @Test
    void typeTagsAndMeaningAreThoseOfTheEnum() {
        for (int i = 0; i < ROWS.size(); i++) {
            MeshMeters meter = MeshMeters.values()[i];
            String tags = String.join(
                    ", ", meter.tags().stream().map(tag -> '`' + tag + '`').toList());
            assertThat(cell(ROWS.get(i), 3)).isEqualTo(meter.type().name().toLowerCase(Locale.ROOT));
            assertThat(cell(ROWS.get(i), 4)).as("unit of " + meter).isNotEmpty();
            assertThat(cell(ROWS.get(i), 5)).isEqualTo(tags);
            assertThat(cell(ROWS.get(i), 6)).isEqualTo(meter.description());
        }
    }

    @Test
    void prometheusShowsTheNamesOfThePage() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        MeterBook book = new MeterBook(registry);
        for (MeshMeters meter : MeshMeters.values()) {
            String[] values = meter.tags().toArray(String[]::new);
            switch (meter.type()) {
                case TIMER -> book.timer(meter, values).record(Duration.ofMillis(1));
                case GAUGE -> book.gauge(meter, () -> 1, values);
                case COUNTER -> book.counter(meter, values).increment();
            }
        }
        String shown = registry.scrape();
        for (int i = 0; i < ROWS.size(); i++) {
            String name = cell(ROWS.get(i), 2).replace("`", "");
            String suffix = MeshMeters.values()[i].type() == MeshMeters.Type.TIMER ? "_bucket" : "";
            assertThat(shown).contains("\n" + name + suffix + "{");
        }
    }

    private static String cell(String row, int column) {
        return row.split("\\|", -1)[column].trim();
    }
}
