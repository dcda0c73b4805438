package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Accumulator;
import io.millrace.newsql.expression.AggregateCall;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.WindowCall;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over frames. While the frame only grows at its end its sum goes on; rows that it loses at its beginning are taken off again where that is exact, else it is
 * computed anew.
 */
final class FrameAggregates implements WindowStep.Values {

    private final WindowCall call;
    private final AggregateCall aggregate;
    private final Partition partition;
    private final Execution execution;
    private Accumulator accumulator;
    private @Nullable Object result;
    private boolean computed;
    private int from;
    private int to;

    FrameAggregates(WindowCall call, Partition partition, Execution execution) {
        this.call = call;
        this.aggregate = Objects.requireNonNull(call.aggregate(), "an aggregate");
        this.partition = partition;
        this.execution = execution;
        this.accumulator = aggregate.newAccumulator();
    }

    @Override
    public @Nullable Object value(int index, Frame frame) {
        int begin = partition.from(call.frame(), index, frame);
        int end = Math.max(begin, partition.to(call.frame(), index, frame));
        if (end < to || begin < from || begin > from && !(accumulator.canRemove() && begin <= to)) {
            accumulator = aggregate.newAccumulator();
            computed = false;
            from = begin;
            to = begin;
        }
        computed &= from == begin;
        for (; from < begin; from++) {
            execution.step();
            frame.replaceSlots(partition.row(from));
            accumulator.remove(frame);
        }
        computed &= to == end;
        for (; to < end; to++) {
            execution.step();
            frame.replaceSlots(partition.row(to));
            accumulator.add(frame);
        }
        if (!computed) {
            computed = true;
            result = accumulator.result(frame);
        }
        return result;
    }
}
