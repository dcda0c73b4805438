package io.millrace.tiered.meter;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.Metrics;

/**
 * Numbers as beans {@code millrace.tiered:type=…}, made with Kafka's own classes. The registry is the plugin's: a broker's wrappers of plugins keep Kafka's from it.
 *
 * <p><b>Threads.</b> Safe; a number is asked for on the thread of whoever reads the bean. Where two are open in one process, a bean shows the one that was added last. <b>Ownership.</b> {@link
 * #close} takes the beans away; a second close does nothing.
 */
public final class JmxMeters implements AutoCloseable {

    /** The domain of all beans. */
    public static final String DOMAIN = "millrace.tiered";

    private final Metrics metrics = new Metrics();

    /** Without beans yet. */
    public JmxMeters() {
        JmxReporter reporter = new JmxReporter();
        reporter.configure(Map.of());
        reporter.contextChange(new KafkaMetricsContext(DOMAIN));
        metrics.addReporter(reporter);
    }

    /**
     * Adds a number.
     *
     * @param type of the bean
     * @param tags that tell it from others of its type
     * @param name of its attribute
     * @param text what the number says, and in which unit
     */
    public void add(String type, Map<String, String> tags, String name, String text, DoubleSupplier number) {
        MetricName key = metrics.metricName(name, type, text, tags);
        metrics.addMetric(key, (Gauge<Double>) (config, now) -> number.getAsDouble());
    }

    /** Adds one to the bean of a type without tags. */
    public void add(String type, String name, String text, DoubleSupplier number) {
        add(type, Map.of(), name, text, number);
    }

    /** The names of all that was added, for tests of what is documented. */
    public List<String> names() {
        return metrics.metrics().keySet().stream()
                .filter(name -> !name.group().equals("kafka-metrics-count"))
                .map(name -> name.group() + " " + name.name())
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        metrics.close();
    }
}
