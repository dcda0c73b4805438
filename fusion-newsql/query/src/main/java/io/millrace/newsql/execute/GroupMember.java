package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Accumulator;
import io.millrace.newsql.expression.AggregateCall;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.Group;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One group: its first row, and its aggregates. Holds memory until it is let go. One thread. */
final class GroupMember {

    /** Bytes that a group, and an item of an accumulator, cost, about. */
    private static final int GROUP_BYTES = 160;

    private static final int ACCUMULATOR_BYTES = 32;
    private static final int ITEM_BYTES = 64;

    private final Group plan;
    private final @Nullable Object[] row;
    private final List<Accumulator> accumulators;
    private long held;

    /** @param row which it keeps */
    GroupMember(Group plan, @Nullable Object[] row, Execution execution) {
        this.plan = plan;
        this.row = row;
        this.accumulators =
                plan.aggregates().stream().map(AggregateCall::newAccumulator).toList();
        this.held = bytes(plan, row);
        execution.hold(held);
    }

    /** About how much memory one holds at first. */
    static long bytes(Group plan, @Nullable Object[] row) {
        return GROUP_BYTES + RowBytes.of(row) + (long) plan.aggregates().size() * ACCUMULATOR_BYTES;
    }

    long held() {
        return held;
    }

    @Nullable
    Object[] row() {
        return row;
    }

    /** Takes the frame's row. */
    void add(Frame frame, Execution execution) {
        for (Accumulator accumulator : accumulators) {
            long before = accumulator.items();
            accumulator.add(frame);
            if (accumulator.items() > before) {
                execution.hold(ITEM_BYTES);
                held += ITEM_BYTES;
            }
        }
    }

    /** Puts the aggregates into the row. */
    void finish(Frame frame) {
        for (int i = 0; i < accumulators.size(); i++) {
            row[plan.aggregates().get(i).slot()] = accumulators.get(i).result(frame);
        }
    }
}
