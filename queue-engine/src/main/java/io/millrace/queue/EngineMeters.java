package io.millrace.queue;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.queue.run.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The meters of one open engine; closing takes them out of the registry again. */
final class EngineMeters {

    private static final double NANOS = 1e9;

    private final MeterRegistry registry;
    private final List<Meter> meters = new ArrayList<>();

    EngineMeters(MeterRegistry registry, EngineParts parts, long recoveryNanos) {
        this.registry = registry;
        counter(QueueMeters.APPEND_BYTES, parts, EngineParts::appendedBytes);
        gauge(QueueMeters.QUEUES, parts, p -> p.catalog().live());
        gauge(QueueMeters.RUNS, parts, p -> p.state().runs().size());
        gauge(QueueMeters.RUN_BYTES, parts, p -> p.state().runs().stream()
                .mapToLong(Run::fileBytes)
                .sum());
        gauge(QueueMeters.JOURNAL_BYTES, parts, EngineParts::journalBytes);
        gauge(QueueMeters.RECOVERY_DURATION, parts, p -> recoveryNanos / NANOS);
    }

    Timer timer(QueueMeters meter) {
        return kept(Timer.builder(meter.meterName())
                .description(meter.description())
                .register(registry));
    }

    Counter counter(QueueMeters meter) {
        return kept(Counter.builder(meter.meterName())
                .description(meter.description())
                .register(registry));
    }

    void close() {
        meters.forEach(registry::remove);
    }

    private void counter(QueueMeters meter, EngineParts parts, ToDoubleFunction<EngineParts> value) {
        kept(FunctionCounter.builder(meter.meterName(), parts, value)
                .description(meter.description())
                .register(registry));
    }

    private void gauge(QueueMeters meter, EngineParts parts, ToDoubleFunction<EngineParts> value) {
        kept(Gauge.builder(meter.meterName(), parts, value)
                .description(meter.description())
                .register(registry));
    }

    private <M extends Meter> M kept(M meter) {
        meters.add(meter);
        return meter;
    }
}
