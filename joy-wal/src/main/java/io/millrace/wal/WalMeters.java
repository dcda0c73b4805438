package io.millrace.wal;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** The log's meters: all of them, by name. */
public enum WalMeters {
    /** Counter, bytes: how far the tail has moved since the log was opened; headers and seals included. */
    APPENDED("millrace.wal.append.bytes", "bytes"),
    /** Counter, bytes: written to files by the writer of {@link Durability#PAGE}. */
    WRITTEN("millrace.wal.flush.bytes", "bytes"),
    /** Timer: how long it takes to force what was sealed, and how often that is. */
    SYNC("millrace.wal.sync.duration", "seconds"),
    /** Gauge, bytes: appended and not known to be on the device. */
    DIRTY("millrace.wal.dirty", "bytes"),
    /** Gauge, bytes: of the segments that readers hold. */
    PINNED("millrace.wal.pinned", "bytes"),
    /** Counter: reads that found their segment in memory. */
    PAGE_HITS("millrace.wal.page.hits", "reads"),
    /** Counter: reads that went to a file. */
    PAGE_MISSES("millrace.wal.page.misses", "reads"),
    /** Counter: changes to the next segment. */
    ROLLS("millrace.wal.rolls", "segments"),
    /** Gauge, seconds: how long the recovery took that opened the log. */
    RECOVERY("millrace.wal.recovery.duration", "seconds");

    private final String meterName;
    private final String unit;

    WalMeters(String meterName, String unit) {
        this.meterName = meterName;
        this.unit = unit;
    }

    /** The name in the registry. */
    public String meterName() {
        return meterName;
    }

    /** Registers the meters of one log; gives those to remove when it closes. */
    static List<Meter> register(LogParts parts, Timer sync) {
        MeterRegistry registry = parts.config.meters();
        long opened = parts.tail.position();
        List<Meter> meters = new ArrayList<>();
        meters.add(sync);
        meters.add(APPENDED.counter(registry, parts, log -> log.tail.position() - opened));
        meters.add(WRITTEN.counter(registry, parts, log -> log.committer.writtenBytes()));
        meters.add(DIRTY.gauge(registry, parts, log -> log.tail.position() - log.committer.durable()));
        meters.add(PINNED.gauge(registry, parts, log -> log.windows.pinnedBytes()));
        meters.add(PAGE_HITS.counter(registry, parts, log -> log.windows.hits()));
        meters.add(PAGE_MISSES.counter(registry, parts, log -> log.windows.misses()));
        meters.add(ROLLS.counter(registry, parts, log -> log.tail.rolls()));
        Duration recovery = parts.recovery.duration();
        meters.add(TimeGauge.builder(
                        RECOVERY.meterName, recovery, TimeUnit.NANOSECONDS, duration -> (double) duration.toNanos())
                .register(registry));
        return meters;
    }

    /** The timer of forces. */
    static Timer syncTimer(MeterRegistry registry) {
        return Timer.builder(SYNC.meterName).register(registry);
    }

    private Meter counter(MeterRegistry registry, LogParts parts, ToDoubleFunction<LogParts> value) {
        return FunctionCounter.builder(meterName, parts, value).baseUnit(unit).register(registry);
    }

    private Meter gauge(MeterRegistry registry, LogParts parts, ToDoubleFunction<LogParts> value) {
        return Gauge.builder(meterName, parts, value).baseUnit(unit).register(registry);
    }
}
