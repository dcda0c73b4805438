package io.millrace.tiered.micrometer;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * The numbers of one bean, read together and believed for a moment: a scrape asks for each of them, and over a connection each question is a round trip.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> A bean that cannot be read has no numbers; then the last ones are not shown again.
 */
final class BeanReading {

    private static final long BELIEVED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final MBeanServerConnection connection;
    private final ObjectName name;
    private final String[] attributes;
    private final LongSupplier nanoTime;
    private Map<String, Double> values = Map.of();
    private long readAt;
    private boolean read;

    BeanReading(MBeanServerConnection connection, ObjectName name, List<String> attributes, LongSupplier nanoTime) {
        this.connection = connection;
        this.name = name;
        this.attributes = attributes.toArray(String[]::new);
        this.nanoTime = nanoTime;
    }

    /** The number of an attribute; NaN if there is none. */
    synchronized double value(String attribute) {
        if (!read || nanoTime.getAsLong() - readAt >= BELIEVED_NANOS) {
            values = ask();
            readAt = nanoTime.getAsLong();
            read = true;
        }
        return values.getOrDefault(attribute, Double.NaN);
    }

    /** The same of one that only grows: a registry of Prometheus shows nothing at all while one counter is negative. */
    double count(String attribute) {
        double value = value(attribute);
        return value < 0 ? Double.NaN : value;
    }

    private Map<String, Double> ask() {
        Map<String, Double> found = new HashMap<>();
        try {
            for (Attribute attribute :
                    connection.getAttributes(name, attributes).asList()) {
                if (attribute.getValue() instanceof Number number) {
                    found.put(attribute.getName(), number.doubleValue());
                }
            }
        } catch (JMException | IOException e) {
            return Map.of(); // the bean or its broker is gone
        }
        return found;
    }
}
