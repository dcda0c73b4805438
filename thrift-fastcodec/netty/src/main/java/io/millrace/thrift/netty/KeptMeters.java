package io.millrace.thrift.netty;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Makes meters of {@link ThriftMeters} and takes them out of their registry again. <b>Threads.</b> Safe. */
final class KeptMeters implements AutoCloseable {
    private final List<Meter> meters = new ArrayList<>();
    private MeterRegistry registry;

    KeptMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A timer with a histogram from 100 microseconds to 10 seconds. */
    synchronized Timer timer(ThriftMeters meter, String... values) {
        return keep(Timer.builder(meter.meterName())
                .description(meter.description())
                .tags(tags(meter, values))
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofNanos(100_000))
                .maximumExpectedValue(Duration.ofSeconds(10))
                .register(registry));
    }

    synchronized Counter counter(ThriftMeters meter, String... values) {
        return keep(Counter.builder(meter.meterName())
                .description(meter.description())
                .tags(tags(meter, values))
                .register(registry));
    }

    /** A counter that reads {@code count}, which its owner must hold on to. */
    synchronized void counter(ThriftMeters meter, LongAdder count) {
        keep(FunctionCounter.builder(meter.meterName(), count, LongAdder::sum)
                .description(meter.description())
                .register(registry));
    }

    /** A gauge that reads {@code value}, which its owner must hold on to. */
    synchronized void gauge(ThriftMeters meter, LongAdder value) {
        keep(Gauge.builder(meter.meterName(), value, LongAdder::sum)
                .description(meter.description())
                .register(registry));
    }

    private <M extends Meter> M keep(M meter) {
        meters.add(meter);
        return meter;
    }

    private static Tags tags(ThriftMeters meter, String... values) {
        Tags tags = Tags.empty();
        for (int i = 0; i < values.length; i++) {
            tags = tags.and(meter.tags().get(i), values[i]);
        }
        return tags;
    }

    /** Takes the meters out; those that are asked for later, by calls that end late, are nobody's. */
    @Override
    public synchronized void close() {
        meters.forEach(registry::remove);
        meters.clear();
        registry = new CompositeMeterRegistry();
    }
}
