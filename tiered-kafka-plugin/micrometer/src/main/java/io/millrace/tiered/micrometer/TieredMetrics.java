package io.millrace.tiered.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.MalformedObjectNameException;
import javax.management.Notification;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the JMX metrics of a broker's tiered storage as meters: {@link BrokerMeters}, as far as the broker has them.
 *
 * <pre>{@code
 * new TieredMetrics().bindTo(registry);                                        // a broker in this JVM
 * new TieredMetrics(connection, Tags.of("broker", "1")).bindTo(registry);      // one elsewhere
 * }</pre>
 *
 * <p>Beans that come later, and those that go, are noticed. <b>Threads.</b> Safe; a scrape reads each bean once. <b>Ownership.</b> The connection stays the caller's, who opens a new one
 * and binds anew when it breaks; {@link #close} takes the meters away. <b>Errors.</b> A bean that cannot be read shows no numbers (NaN).
 */
public final class TieredMetrics implements MeterBinder, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(TieredMetrics.class);
    private static final String TYPE = "type";

    private final MBeanServerConnection connection;
    private final Tags tags;
    private final NotificationListener listener = this::changed;
    private final Map<MeterRegistry, Map<ObjectName, Set<Meter>>> bound = new HashMap<>();

    /** Micrometer holds what a counter reads by a weak reference. */
    private final Map<ObjectName, BeanReading> readings = new HashMap<>();

    private boolean listening;

    /** Of a broker in this JVM. */
    public TieredMetrics() {
        this(ManagementFactory.getPlatformMBeanServer(), Tags.empty());
    }

    /**
     * Of a broker behind a connection.
     *
     * @param connection which stays the caller's
     * @param tags that all of its meters get, such as the broker's id
     */
    public TieredMetrics(MBeanServerConnection connection, Iterable<Tag> tags) {
        this.connection = connection;
        this.tags = Tags.of(tags);
    }

    /**
     * Makes the meters that there are beans for, now and later.
     *
     * @throws IllegalStateException if the connection does not answer
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        bound.computeIfAbsent(registry, name -> new HashMap<>());
        try {
            if (!listening) {
                connection.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, listener, null, null);
                listening = true;
            }
            for (ObjectName name : connection.queryNames(pattern(), null)) {
                add(name);
            }
        } catch (InstanceNotFoundException | IOException e) {
            throw new IllegalStateException("JMX does not answer: " + e, e);
        }
    }

    private static ObjectName pattern() {
        try {
            return new ObjectName(BrokerMeters.DOMAIN + ":*");
        } catch (MalformedObjectNameException e) {
            throw new AssertionError("a constant", e);
        }
    }

    private synchronized void changed(Notification notification, Object handback) {
        if (notification instanceof MBeanServerNotification change
                && change.getMBeanName().getDomain().equals(BrokerMeters.DOMAIN)) {
            if (change.getType().equals(MBeanServerNotification.REGISTRATION_NOTIFICATION)) {
                add(change.getMBeanName());
            } else {
                remove(change.getMBeanName());
            }
        }
    }

    /** Kafka's reporter takes a bean away and brings it back for every attribute that it gets; the last time it has them all. */
    private void add(ObjectName name) {
        List<BrokerMeters> shown = shown(name);
        BeanReading reading = readings.computeIfAbsent(
                name,
                bean -> new BeanReading(
                        connection,
                        bean,
                        shown.stream().map(BrokerMeters::attribute).toList(),
                        System::nanoTime));
        bound.forEach((registry, meters) -> meters.computeIfAbsent(name, bean -> {
            Set<Meter> made = new HashSet<>();
            shown.forEach(meter -> made.add(register(registry, meter, tags(meter, name), reading)));
            return made;
        }));
    }

    private List<BrokerMeters> shown(ObjectName name) {
        try {
            List<String> attributes = Arrays.stream(
                            connection.getMBeanInfo(name).getAttributes())
                    .map(MBeanAttributeInfo::getName)
                    .toList();
            return Arrays.stream(BrokerMeters.values())
                    .filter(meter -> meter.beanType().equals(name.getKeyProperty(TYPE)))
                    .filter(meter ->
                            name.getKeyPropertyList().size() == 1 + meter.tags().size()
                                    && name.getKeyPropertyList().keySet().containsAll(meter.tags()))
                    .filter(meter -> attributes.contains(meter.attribute()))
                    .toList();
        } catch (JMException | IOException e) {
            LOGGER.debug("bean went away before it was read: bean={}", name, e);
            return List.of();
        }
    }

    private Tags tags(BrokerMeters meter, ObjectName name) {
        List<Tag> all = new ArrayList<>();
        for (String tag : meter.tags()) {
            String value = name.getKeyProperty(tag);
            all.add(Tag.of(tag, value.startsWith("\"") ? ObjectName.unquote(value) : value));
        }
        return tags.and(all);
    }

    private static Meter register(MeterRegistry registry, BrokerMeters meter, Tags tags, BeanReading reading) {
        if (meter.type() == BrokerMeters.Type.COUNTER) {
            return FunctionCounter.builder(meter.meterName(), reading, bean -> bean.count(meter.attribute()))
                    .description(meter.description())
                    .baseUnit(meter.baseUnit())
                    .tags(tags)
                    .register(registry);
        }
        return Gauge.builder(meter.meterName(), reading, bean -> bean.value(meter.attribute()))
                .description(meter.description())
                .baseUnit(meter.baseUnit())
                .strongReference(true)
                .tags(tags)
                .register(registry);
    }

    private void remove(ObjectName name) {
        readings.remove(name);
        bound.forEach((registry, meters) -> {
            Set<Meter> gone = meters.remove(name);
            if (gone != null) {
                gone.forEach(registry::remove);
            }
        });
    }

    /** Takes the meters away; a second close does nothing. */
    @Override
    public synchronized void close() {
        bound.forEach((registry, meters) -> meters.values().forEach(made -> made.forEach(registry::remove)));
        bound.clear();
        readings.clear();
        if (listening) {
            listening = false;
            try {
                connection.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, listener);
            } catch (JMException | IOException e) {
                LOGGER.debug("connection is gone", e);
            }
        }
    }
}
