package io.millrace.newsql.observation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.newsql.NewSqlMeters;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/** Counts statements, for the meters and for SHOW STATUS, which shows the same numbers. <b>Threads.</b> Safe. */
public final class StatementMeters {

    private final Map<StatementKind, Timer> timers = new EnumMap<>(StatementKind.class);
    private final Map<StatementKind, LongAdder> counts = new EnumMap<>(StatementKind.class);
    private final MeterRegistry registry;
    private final LongAdder slow = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LongAdder rowsSent = new LongAdder();
    private final LongAdder rowsChanged = new LongAdder();
    private final LongAdder connections = new LongAdder();
    private final Counter errorMeter;
    private final Counter slowMeter;
    private final Counter timeouts;
    private final Counter denied;
    private final Counter sentMeter;
    private final Counter changedMeter;
    private final Counter hits;
    private final Counter misses;

    public StatementMeters(MeterRegistry registry) {
        this.registry = registry;
        for (StatementKind kind : StatementKind.values()) {
            counts.put(kind, new LongAdder());
            timers.put(
                    kind,
                    Timer.builder(NewSqlMeters.STATEMENTS.meterName())
                            .description(NewSqlMeters.STATEMENTS.description())
                            .tag(NewSqlMeters.STATEMENTS.tags().get(0), kind.tag())
                            .publishPercentileHistogram()
                            .minimumExpectedValue(Duration.ofNanos(100_000))
                            .maximumExpectedValue(Duration.ofSeconds(10))
                            .register(registry));
        }
        errorMeter = counter(NewSqlMeters.ERRORS);
        slowMeter = counter(NewSqlMeters.SLOW);
        timeouts = counter(NewSqlMeters.TIMEOUTS);
        denied = counter(NewSqlMeters.DENIED);
        sentMeter = counter(NewSqlMeters.ROWS_SENT);
        changedMeter = counter(NewSqlMeters.ROWS_CHANGED);
        hits = counter(NewSqlMeters.PLAN_HITS);
        misses = counter(NewSqlMeters.PLAN_MISSES);
    }

    private Counter counter(NewSqlMeters meter) {
        return Counter.builder(meter.meterName())
                .description(meter.description())
                .register(registry);
    }

    /** Registers a value of now. */
    public <T> void gauge(NewSqlMeters meter, T of, ToLongFunction<T> value) {
        Gauge.builder(meter.meterName(), of, each -> value.applyAsLong(each))
                .description(meter.description())
                .register(registry);
    }

    public void add(StatementKind kind, StatementDigests.Cost cost) {
        countOf(kind).increment();
        Objects.requireNonNull(timers.get(kind), "one a kind").record(cost.nanos(), TimeUnit.NANOSECONDS);
        if (cost.failed()) {
            errors.increment();
            errorMeter.increment();
        }
        if (cost.rowsSent() > 0) {
            rowsSent.add(cost.rowsSent());
            sentMeter.increment((double) cost.rowsSent());
        }
        if (cost.rowsAffected() > 0) {
            rowsChanged.add(cost.rowsAffected());
            changedMeter.increment((double) cost.rowsAffected());
        }
    }

    private LongAdder countOf(StatementKind kind) {
        return Objects.requireNonNull(counts.get(kind), "one a kind");
    }

    public void addSlow() {
        slow.increment();
        slowMeter.increment();
    }

    public void addTimeout() {
        timeouts.increment();
    }

    public void addDenied() {
        denied.increment();
    }

    public void addPlan(boolean wasCached) {
        (wasCached ? hits : misses).increment();
    }

    public void addConnection() {
        connections.increment();
    }

    // ---- for SHOW STATUS ----

    public long count(StatementKind kind) {
        return countOf(kind).sum();
    }

    public long questions() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    public long slow() {
        return slow.sum();
    }

    public long rowsSent() {
        return rowsSent.sum();
    }

    public long rowsChanged() {
        return rowsChanged.sum();
    }

    public long errors() {
        return errors.sum();
    }

    public long connections() {
        return connections.sum();
    }
}
