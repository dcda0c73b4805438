package io.millrace.newsql.node.commit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.newsql.node.NodeMeters;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.log.CommitLog;
import io.millrace.newsql.node.store.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The meters of one open store; closing takes them out of the registry again. */
final class WriterMeters {

    private final MeterRegistry registry;
    private final List<Meter> meters = new ArrayList<>();
    private final Timer commits;
    private final Counter groupCommits;
    private final Counter groups;
    private final Counter refused;

    WriterMeters(MeterRegistry registry, StoreWriter writer, CommitLog log, Tables tables) {
        this.registry = registry;
        this.commits = kept(Timer.builder(NodeMeters.COMMIT_DURATION.meterName())
                .description(NodeMeters.COMMIT_DURATION.description())
                .register(registry));
        this.groupCommits = counter(NodeMeters.GROUP_COMMITS);
        this.groups = counter(NodeMeters.GROUPS);
        this.refused = counter(NodeMeters.REFUSED);
        gauge(NodeMeters.QUEUE_SIZE, writer, StoreWriter::queued);
        gauge(NodeMeters.MEMTABLE_BYTES, tables, t -> unlessClosed(t, Tables::memtableBytes));
        gauge(NodeMeters.FILE_BYTES, tables, t -> unlessClosed(t, Tables::fileBytes));
        function(NodeMeters.VALUE_HITS, tables, Tables::valueHits);
        function(NodeMeters.VALUE_MISSES, tables, Tables::valueMisses);
        gauge(NodeMeters.LOG_BYTES, log, CommitLog::bytes);
        gauge(NodeMeters.CHANGES_BEHIND_BYTES, writer, w -> unlessClosed(tables, t -> w.bytesBehind()));
    }

    Timer commitTimer() {
        return commits;
    }

    void group(int size) {
        groups.increment();
        groupCommits.increment(size);
    }

    void refused() {
        refused.increment();
    }

    void close() {
        meters.forEach(registry::remove);
    }

    private static double unlessClosed(Tables tables, ToDoubleFunction<Tables> value) {
        try {
            return value.applyAsDouble(tables);
        } catch (StoreException closed) {
            return Double.NaN;
        }
    }

    private Counter counter(NodeMeters meter) {
        return kept(Counter.builder(meter.meterName())
                .description(meter.description())
                .register(registry));
    }

    private <T> void function(NodeMeters meter, T of, ToDoubleFunction<T> value) {
        kept(FunctionCounter.builder(meter.meterName(), of, value)
                .description(meter.description())
                .register(registry));
    }

    private <T> void gauge(NodeMeters meter, T of, ToDoubleFunction<T> value) {
        kept(Gauge.builder(meter.meterName(), of, value)
                .description(meter.description())
                .register(registry));
    }

    private <M extends Meter> M kept(M meter) {
        meters.add(meter);
        return meter;
    }
}
