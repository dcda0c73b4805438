package io.millrace.mesh;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Makes the meters of {@link MeshMeters} in a registry: tag values in the order of the tags that the enum declares.
 *
 * <p><b>Threads</b>: thread-safe.
 */
public final class MeterBook {
    private final MeterRegistry registry;

    /** A book over {@code registry}. */
    public MeterBook(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A timer with a histogram from 100 microseconds to 10 seconds. */
    public Timer timer(MeshMeters meter, String... values) {
        return Timer.builder(meter.meterName())
                .description(meter.description())
                .tags(tags(meter, values))
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofNanos(100_000))
                .maximumExpectedValue(Duration.ofSeconds(10))
                .register(registry);
    }

    /** A counter. */
    public Counter counter(MeshMeters meter, String... values) {
        return Counter.builder(meter.meterName())
                .description(meter.description())
                .tags(tags(meter, values))
                .register(registry);
    }

    /** A counter that reads {@code count} of {@code source} when it is asked. */
    public <T> void counter(MeshMeters meter, T source, ToDoubleFunction<T> count, String... values) {
        FunctionCounter.builder(meter.meterName(), source, count)
                .description(meter.description())
                .tags(tags(meter, values))
                .register(registry);
    }

    /** A gauge that holds on to its source; gives the meter for {@link #remove}. */
    public Meter gauge(MeshMeters meter, Supplier<Number> value, String... values) {
        return Gauge.builder(meter.meterName(), value)
                .description(meter.description())
                .tags(tags(meter, values))
                .register(registry);
    }

    /** Takes a meter of something that is gone out of the registry. */
    public void remove(Meter meter) {
        registry.remove(meter);
    }

    private static Tags tags(MeshMeters meter, String... values) {
        if (values.length != meter.tags().size()) {
            throw new IllegalArgumentException(
                    "tags of " + meter + ": " + values.length + " values (expected: " + meter.tags() + ")");
        }
        Tags tags = Tags.empty();
        for (int i = 0; i < values.length; i++) {
            tags = tags.and(meter.tags().get(i), values[i]);
        }
        return tags;
    }
}
