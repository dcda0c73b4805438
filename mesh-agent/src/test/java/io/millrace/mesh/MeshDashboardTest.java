package io.millrace.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Holds what Grafana and Prometheus ask for against the meters that exist, in the spelling of a real scrape. */
class MeshDashboardTest {
    /** What Prometheus makes itself, and the meter that is there only after the first collection. */
    private static final Set<String> OF_OTHERS = Set.of(
            "up", "ALERTS", "jvm_gc_pause_seconds_sum", "jvm_gc_pause_seconds_count", "jvm_gc_pause_seconds_max");

    private static final Set<String> WORDS = Set.of(
            "by", "without", "on", "ignoring", "group_left", "group_right", "and", "or", "unless", "bool", "offset");

    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*(?!\\s*\\()");

    private static Set<String> existing() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        MeterBook book = new MeterBook(registry);
        for (MeshMeters each : MeshMeters.values()) {
            String[] values = each.tags().toArray(String[]::new);
            switch (each.type()) {
                case TIMER -> book.timer(each, values);
                case GAUGE -> book.gauge(each, () -> 1, values);
                case COUNTER -> book.counter(each, values);
            }
        }
        List<MeterBinder> ofTheProcess = List.of(
                new JvmMemoryMetrics(),
                new JvmThreadMetrics(),
                new ClassLoaderMetrics(),
                new ProcessorMetrics(),
                new FileDescriptorMetrics(),
                new UptimeMetrics());
        ofTheProcess.forEach(each -> each.bindTo(registry));
        Set<String> names = new HashSet<>(OF_OTHERS);
        registry.scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> names.add(line.split("[{ ]", 2)[0]));
        return names;
    }

    private static List<String> queriesOfTheDashboard() {
        List<String> queries = new ArrayList<>();
        collect(
                new ObjectMapper()
                        .readTree(Repository.root()
                                .resolve("config/grafana/dashboards/mesh.json")
                                .toFile()),
                queries);
        return queries;
    }

    private static void collect(JsonNode node, List<String> queries) {
        if (node.isObject() && node.has("expr")) {
            queries.add(node.get("expr").asString());
        }
        node.forEach(child -> collect(child, queries));
    }

    /** The names of meters in a query: what is left without labels, ranges, groupings, functions and words. */
    private static Set<String> metersOf(String query) {
        String bare = query.replaceAll("\\{[^}]*}", " ")
                .replaceAll("\"[^\"]*\"", " ")
                .replaceAll("\\[[^]]*]", " ")
                .replaceAll("\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)", " ")
                .replaceAll("\\$\\w+", " ")
                .replaceAll("\\b\\d[\\w.]*", " ");
        Set<String> names = new TreeSet<>();
        Matcher matcher = NAME.matcher(bare);
        while (matcher.find()) {
            int end = matcher.end();
            boolean isFunction = bare.substring(end).matches("(?s)[a-zA-Z0-9_:]*\\s*\\(.*");
            if (!isFunction && !WORDS.contains(matcher.group())) {
                names.add(matcher.group());
            }
        }
        return names;
    }

    @Test
    void everyQueryOfTheDashboardNamesAMeterThatExists() {
        Set<String> existing = existing();
        List<String> queries = queriesOfTheDashboard();
        assertThat(queries).isNotEmpty();
        for (String query : queries) {
            assertThat(metersOf(query)).as(query).isNotEmpty().isSubsetOf(existing);
        }
    }

    @Test
    void everyMeterOfTheMeshThatPrometheusIsToldOfExists() throws IOException {
        Set<String> existing = existing();
        try (Stream<Path> files = Files.walk(Repository.root().resolve("config/prometheus"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Matcher names = Pattern.compile("\\bmillrace_mesh_\\w+").matcher(Files.readString(file));
                while (names.find()) {
                    assertThat(existing).as(file.toString()).contains(names.group());
                }
            }
        }
    }
}
