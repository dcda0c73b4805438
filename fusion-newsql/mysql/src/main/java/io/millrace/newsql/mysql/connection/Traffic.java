package io.millrace.newsql.mysql.connection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.newsql.mysql.MysqlMeters;
import io.millrace.newsql.mysql.command.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** What the server counts, and its meters. <b>Threads</b>: safe. */
final class Traffic implements AutoCloseable {
    final LongAdder errors = new LongAdder();
    final LongAdder logins = new LongAdder();
    final LongAdder aborted = new LongAdder();
    final LongAdder bytesIn = new LongAdder();
    final LongAdder bytesOut = new LongAdder();
    final LongAdder slowWaits = new LongAdder();
    final LongAdder questions = new LongAdder();

    private final MeterRegistry registry;
    private final List<Meter> meters = new ArrayList<>();
    private final Map<CommandType, Timer> commands = new EnumMap<>(CommandType.class);
    private final Map<Refusal, Counter> refusals = new EnumMap<>(Refusal.class);

    Traffic(MeterRegistry registry) {
        this.registry = registry;
        for (CommandType type : CommandType.values()) {
            commands.put(type, keep(timer(type)));
        }
        for (Refusal reason : Refusal.values()) {
            refusals.put(reason, keep(refusal(reason)));
        }
        counter(MysqlMeters.ERRORS, errors);
        counter(MysqlMeters.LOGINS, logins);
        counter(MysqlMeters.ABORTED, aborted);
        counter(MysqlMeters.BYTES_IN, bytesIn);
        counter(MysqlMeters.BYTES_OUT, bytesOut);
        counter(MysqlMeters.SLOW_WAITS, slowWaits);
    }

    private Timer timer(CommandType type) {
        return Timer.builder(MysqlMeters.COMMANDS.meterName())
                .description(MysqlMeters.COMMANDS.description())
                .tag(MysqlMeters.COMMANDS.tags().get(0), type.tag())
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofNanos(20_000))
                .maximumExpectedValue(Duration.ofSeconds(30))
                .register(registry);
    }

    private Counter refusal(Refusal reason) {
        return Counter.builder(MysqlMeters.REFUSALS.meterName())
                .description(MysqlMeters.REFUSALS.description())
                .tag(MysqlMeters.REFUSALS.tags().get(0), reason.tag())
                .register(registry);
    }

    private void counter(MysqlMeters meter, LongAdder count) {
        keep(FunctionCounter.builder(meter.meterName(), count, LongAdder::sum)
                .description(meter.description())
                .register(registry));
    }

    void gauge(MysqlMeters meter, Supplier<Number> value) {
        keep(Gauge.builder(meter.meterName(), value)
                .description(meter.description())
                .register(registry));
    }

    private <T extends Meter> T keep(T meter) {
        meters.add(meter);
        return meter;
    }

    /** A command has run for so many nanoseconds. */
    void ran(CommandType type, long nanos) {
        Timer timer = commands.get(type);
        if (timer != null) {
            timer.record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    void refused(Refusal reason) {
        Counter counter = refusals.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    /** Takes the meters out of the registry. */
    @Override
    public void close() {
        meters.forEach(registry::remove);
        meters.clear();
    }
}
