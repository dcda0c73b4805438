package io.millrace.mesh.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.mesh.MeshMeters;
import io.millrace.mesh.MeterBook;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Holds the queries of the Grafana dashboard and of the alerts against the meters that an agent shows to Prometheus. */
class MeshDashboardTest {
    private static final Path CONFIG = Path.of(System.getProperty("basedir", "."), "..", "config");

    /** Made by Prometheus itself, or by the JVM only once it has collected garbage. */
    private static final Set<String> NOT_OURS = Set.of("up", "ALERTS", "jvm_gc_pause_seconds_sum");

    @Test
    void everyQueryOfTheDashboardNamesMetersThatExist() throws IOException {
        List<String> queries = queriesIn(CONFIG.resolve("grafana/dashboards/mesh.json"));
        assertThat(queries).hasSizeGreaterThan(30);
        assertNamesExist(queries);
    }

    @Test
    void everyAlertNamesMetersThatExist() throws IOException {
        List<String> queries = queriesIn(CONFIG.resolve("prometheus/rules/mesh.yml"));
        assertThat(queries).isNotEmpty();
        assertNamesExist(queries);
    }

    @Test
    void everyMeterOfTheMeshIsOnTheDashboard() throws IOException {
        Set<String> shown = new TreeSet<>();
        queriesIn(CONFIG.resolve("grafana/dashboards/mesh.json")).forEach(query -> shown.addAll(PromQl.metrics(query)));
        for (MeshMeters meter : MeshMeters.values()) {
            String stem = meter.meterName().replace('.', '_');
            assertThat(shown)
                    .as(meter.meterName())
                    .anyMatch(name ->
                            name.equals(stem) || name.matches(stem + "(_total|_seconds_(count|sum|max|bucket))"));
        }
    }

    @Test
    void readsTheNamesOutOfAQuery() {
        assertThat(PromQl.metrics(
                        "sum by (le, role) (rate(a_bucket{b=~\"c{d}\", e=\"f\"}[$__rate_interval])) / 1e3 > 0.5"))
                .containsExactly("a_bucket");
        assertThat(PromQl.metrics("(x:y or vector(0)) / on (a) group_left (b) z offset 5m"))
                .containsExactly("x:y", "z");
        assertThat(PromQl.metrics("label_values(m{job=\"j\"}, service)")).containsExactly("m");
    }

    private static void assertNamesExist(List<String> queries) {
        Set<String> existing = namesThatExist();
        for (String query : queries) {
            assertThat(PromQl.metrics(query)).as(query).isNotEmpty().isSubsetOf(existing);
        }
    }

    /** What Prometheus would read from an agent: the names that a real registry prints, so that no rule of naming is repeated here. */
    private static Set<String> namesThatExist() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        MeterBook book = new MeterBook(registry);
        for (MeshMeters meter : MeshMeters.values()) {
            make(book, meter, meter.tags().toArray(String[]::new));
        }
        try (JvmGcMetrics garbage = new JvmGcMetrics()) {
            garbage.bindTo(registry);
            bindJvm(registry);
            Set<String> names = registry.scrape()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("[{ ]", 2)[0])
                    .collect(Collectors.toCollection(TreeSet::new));
            names.addAll(NOT_OURS);
            return names;
        } finally {
            registry.close();
        }
    }

    private static void make(MeterBook book, MeshMeters meter, String... tagValues) {
        switch (meter.type()) {
            case TIMER -> book.timer(meter, tagValues);
            case COUNTER -> book.counter(meter, tagValues);
            case GAUGE -> book.gauge(meter, () -> 1, tagValues);
        }
    }

    private static void bindJvm(MeterRegistry registry) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    /** Every query of a dashboard or of a file of rules; JSON is read as the YAML that it is. */
    private static List<String> queriesIn(Path file) throws IOException {
        try (Reader reader = Files.newBufferedReader(file)) {
            List<String> queries = new ArrayList<>();
            collect(new Yaml().load(reader), queries);
            return queries;
        }
    }

    private static void collect(Object node, List<String> queries) {
        if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                boolean query = key.equals("expr") || key.equals("definition");
                if (query && value instanceof String text) {
                    queries.add(text);
                } else {
                    collect(value, queries);
                }
            });
        } else if (node instanceof List<?> list) {
            list.forEach(item -> collect(item, queries));
        }
    }

    /** As much of Prometheus' language as it takes to find the names of metrics in it. */
    private static final class PromQl {
        private static final List<Pattern> NOT_NAMES = List.of(
                Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\""), // strings, first: they may hold anything
                Pattern.compile("\\{[^}]*}"),
                Pattern.compile("\\[[^]]*]"),
                Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)"),
                // the label in Grafana's label_values(metric, label)
                Pattern.compile("(?<=^label_values\\(.{0,200}),\\s*\\w+\\s*\\)$"),
                Pattern.compile("\\b(?:and|or|unless|bool)\\b|\\boffset\\s+\\w+"),
                Pattern.compile("\\b[0-9][0-9a-zA-Z.]*"));
        private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*(?![a-zA-Z0-9_:]|\\s*\\()");

        static List<String> metrics(String query) {
            String rest = query;
            for (Pattern noise : NOT_NAMES) {
                rest = noise.matcher(rest).replaceAll(" ");
            }
            Matcher matcher = NAME.matcher(rest);
            List<String> names = new ArrayList<>();
            while (matcher.find()) {
                names.add(matcher.group());
            }
            return names;
        }
    }
}
