package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Accumulator;
import io.millrace.newsql.expression.AggregateCall;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.WindowCall;
import io.millrace.newsql.plan.WindowPlan.FrameBounds;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates over frames. While the frame only grows at its end its sum goes on; when it loses rows at its beginning it is computed anew.
 */
final class FrameAggregates {

    private final WindowCall call;
    private final AggregateCall aggregate;
    private final Partition partition;
    private final Execution execution;
    private Accumulator accumulator;
    private int from;
    private int to;

    FrameAggregates(WindowCall call, Partition partition, Execution execution) {
        this.call = call;
        this.aggregate = Objects.requireNonNull(call.aggregate(), "an aggregate");
        this.partition = partition;
        this.execution = execution;
        this.accumulator = aggregate.newAccumulator();
    }

    void compute(Frame frame) {
        FrameBounds bounds = call.frame();
        @Nullable Object[] results = new @Nullable Object[partition.size()];
        Object result = accumulator.result(frame);
        for (int i = 0; i < partition.size(); i++) {
            int begin = partition.from(bounds, i, frame);
            int end = Math.max(begin, partition.to(bounds, i, frame));
            if (begin != from || end < to) {
                accumulator = aggregate.newAccumulator();
                from = begin;
                to = begin;
                result = accumulator.result(frame);
            }
            boolean grown = to < end;
            for (; to < end; to++) {
                execution.step();
                frame.replaceSlots(partition.row(to));
                accumulator.add(frame);
            }
            result = grown ? accumulator.result(frame) : result;
            results[i] = result;
        }
        for (int i = 0; i < partition.size(); i++) {
            partition.row(i)[call.slot()] = results[i];
        }
    }
}
