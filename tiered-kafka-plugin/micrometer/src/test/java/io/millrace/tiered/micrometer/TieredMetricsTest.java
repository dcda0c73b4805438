package io.millrace.tiered.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The binder against beans that Kafka's own reporter registers. */
class TieredMetricsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void everyMeterShowsItsAttribute() {
        try (PluginBeans beans = new PluginBeans();
                TieredMetrics metrics = new TieredMetrics()) {
            beans.addAll();
            for (BrokerMeters meter : BrokerMeters.values()) {
                beans.set(meter, 10.0 + meter.ordinal());
            }
            metrics.bindTo(registry);

            for (BrokerMeters meter : BrokerMeters.values()) {
                assertThat(value(meter)).as(meter.meterName()).isEqualTo(10.0 + meter.ordinal());
            }
        }
    }

    @Test
    void beansThatComeLaterAreShownAndThoseThatGoAreNot() {
        try (PluginBeans beans = new PluginBeans();
                TieredMetrics metrics = new TieredMetrics()) {
            metrics.bindTo(registry);
            assertThat(registry.getMeters()).isEmpty();

            beans.addAll();
            assertThat(names()).isEqualTo(all());
            beans.remove(BrokerMeters.PLACEMENT_PENDING);

            assertThat(names()).doesNotContain(BrokerMeters.PLACEMENT_PENDING.meterName());
            assertThat(names()).hasSize(BrokerMeters.values().length - 1);
        }
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void readingsOutliveACollection() {
        try (PluginBeans beans = new PluginBeans();
                TieredMetrics metrics = new TieredMetrics()) {
            beans.addAll();
            beans.set(BrokerMeters.COPIED_BYTES, 7);
            metrics.bindTo(registry);
            System.gc();

            assertThat(value(BrokerMeters.COPIED_BYTES)).isEqualTo(7);
        }
    }

    @Test
    void aCounterThatIsSwitchedOffHasNoNumber() {
        try (PluginBeans beans = new PluginBeans();
                TieredMetrics metrics = new TieredMetrics()) {
            beans.add(BrokerMeters.FLUSH_FORCES);
            beans.set(BrokerMeters.FLUSH_FORCES, -1);
            metrics.bindTo(registry);

            assertThat(value(BrokerMeters.FLUSH_FORCES)).isNaN();
        }
    }

    @Test
    void aDirectoryIsATagAsItIsWritten() {
        try (PluginBeans beans = new PluginBeans();
                TieredMetrics metrics =
                        new TieredMetrics(ManagementFactory.getPlatformMBeanServer(), Tags.of("broker", "1"))) {
            beans.add(BrokerMeters.SPACE_USED);
            metrics.bindTo(registry);

            assertThat(registry.get(BrokerMeters.SPACE_USED.meterName())
                            .tags("directory", PluginBeans.DIRECTORY, "broker", "1")
                            .gauge()
                            .value())
                    .isEqualTo(-1);
        }
    }

    @Test
    void twoRegistriesAreBoundAndBothAreLeft() {
        SimpleMeterRegistry other = new SimpleMeterRegistry();
        try (PluginBeans beans = new PluginBeans()) {
            try (TieredMetrics metrics = new TieredMetrics()) {
                beans.addAll();
                metrics.bindTo(registry);
                metrics.bindTo(other);
                assertThat(other.getMeters()).hasSameSizeAs(registry.getMeters());
            }
            assertThat(other.getMeters()).isEmpty();
            assertThat(registry.getMeters()).isEmpty();
        }
    }

    private double value(BrokerMeters meter) {
        return registry.get(meter.meterName())
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    private Set<String> names() {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(Meter.Id::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> all() {
        return Arrays.stream(BrokerMeters.values())
                .map(BrokerMeters::meterName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
