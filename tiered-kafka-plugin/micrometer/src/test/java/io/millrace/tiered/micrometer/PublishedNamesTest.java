package io.millrace.tiered.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the page of meters, the exporter's rules, the alerts and the dashboard against the list, and the names against what Prometheus is really shown. */
class PublishedNamesTest {

    private static final Pattern NAME = Pattern.compile("millrace_tiered_[a-z_]+");
    private static final Pattern RULE =
            Pattern.compile("pattern: 'millrace\\.tiered<type=(\\w+)(?:, (\\w+)=[^<>]*(?:>[^<>]*)?)?><>([a-z-]+)'\\s+"
                    + "name: (\\w+)\\s+type: (\\w+)");

    @Test
    void thePageHasARowForEachMeterAndNoOther() throws IOException {
        Map<String, String> names = prometheusNames();
        List<String> rows = read("docs/operating/meters.md")
                .lines()
                .filter(line -> line.startsWith("| `millrace.tiered."))
                .toList();

        assertThat(rows)
                .containsExactlyElementsOf(Arrays.stream(BrokerMeters.values())
                        .map(meter -> row(meter, names))
                        .toList());
    }

    private static String row(BrokerMeters meter, Map<String, String> names) {
        return String.join(
                " | ",
                "| `" + meter.meterName() + "`",
                "`" + names.get(meter.meterName()) + "`",
                meter.type().name().toLowerCase(Locale.ROOT),
                meter.unit(),
                meter.tags().isEmpty() ? "" : "`" + meter.tags().get(0) + "`",
                "`" + meter.beanType() + "`",
                "`" + meter.attribute() + "`",
                meter.description() + " |");
    }

    @Test
    void theExporterGivesTheSameNames() throws IOException {
        Map<String, String> names = prometheusNames();
        Set<String> rules = new TreeSet<>();
        Matcher rule = RULE.matcher(read("config/kafka/jmx-exporter.yml"));
        while (rule.find()) {
            rules.add(rule.group(1) + " " + rule.group(2) + " " + rule.group(3) + " " + rule.group(4) + " "
                    + rule.group(5));
        }

        assertThat(rules)
                .isEqualTo(Arrays.stream(BrokerMeters.values())
                        .map(meter -> meter.beanType() + " "
                                + (meter.tags().isEmpty()
                                        ? "null"
                                        : meter.tags().get(0)) + " " + meter.attribute()
                                + " " + names.get(meter.meterName()) + " " + meter.type())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void theDashboardShowsEveryMeterAndNoOther() throws IOException {
        assertThat(names("config/grafana/dashboards/tiered-kafka.json"))
                .isEqualTo(new TreeSet<>(prometheusNames().values()));
    }

    @Test
    void alertsNameMetersThatExist() throws IOException {
        assertThat(names("config/prometheus/rules/tiered.yml"))
                .isNotEmpty()
                .isSubsetOf(prometheusNames().values());
    }

    @Test
    void theGuideNamesMetersThatExist() throws IOException {
        assertThat(names("docs/operating/tiered-kafka.md"))
                .isNotEmpty()
                .isSubsetOf(prometheusNames().values());
    }

    /** As a real registry prints them, by the names of the meters: no rule of naming is repeated here. */
    private static Map<String, String> prometheusNames() {
        Map<String, String> names = new HashMap<>();
        for (BrokerMeters meter : BrokerMeters.values()) {
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            try (PluginBeans beans = new PluginBeans();
                    TieredMetrics metrics = new TieredMetrics()) {
                beans.add(meter);
                metrics.bindTo(registry);
                registry.scrape()
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .forEach(line -> names.put(meter.meterName(), line.split("[{ ]", 2)[0]));
            } finally {
                registry.close();
            }
        }
        return names;
    }

    private static Set<String> names(String file) throws IOException {
        Set<String> names = new TreeSet<>();
        Matcher name = NAME.matcher(read(file));
        while (name.find()) {
            names.add(name.group());
        }
        return names;
    }

    private static String read(String file) throws IOException {
        return Files.readString(Repository.root().resolve(file));
    }
}
