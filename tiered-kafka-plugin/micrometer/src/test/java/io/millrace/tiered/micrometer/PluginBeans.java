package io.millrace.tiered.micrometer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;

/** Beans as the plugin registers them: by Kafka's own metrics and reporter. */
final class PluginBeans implements AutoCloseable {

    static final String DIRECTORY = "/mnt/ssd/kafka";

    private final Metrics metrics;
    private final Map<BrokerMeters, Double> values = new HashMap<>();

    PluginBeans() {
        metrics = new Metrics(
                new MetricConfig(),
                List.of(new JmxReporter()),
                Time.SYSTEM,
                new KafkaMetricsContext(BrokerMeters.DOMAIN));
    }

    /** Registers the metric of a meter, whose value is the number given with {@link #set}. */
    void add(BrokerMeters meter) {
        Gauge<Double> value = (config, now) -> values.getOrDefault(meter, -1.0);
        metrics.addMetric(name(meter), value);
    }

    void addAll() {
        for (BrokerMeters meter : BrokerMeters.values()) {
            add(meter);
        }
    }

    void remove(BrokerMeters meter) {
        metrics.removeMetric(name(meter));
    }

    void set(BrokerMeters meter, double value) {
        values.put(meter, value);
    }

    private MetricName name(BrokerMeters meter) {
        Map<String, String> tags = new HashMap<>();
        meter.tags().forEach(tag -> tags.put(tag, tag.equals("directory") ? DIRECTORY : "1"));
        return metrics.metricName(meter.attribute(), meter.beanType(), meter.description(), tags);
    }

    @Override
    public void close() {
        metrics.close();
    }
}
