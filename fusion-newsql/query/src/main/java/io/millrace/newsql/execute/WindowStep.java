package io.millrace.newsql.execute;

import io.millrace.newsql.execute.Sorter.Sorted;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.SortKey;
import io.millrace.newsql.plan.WindowCall;
import io.millrace.newsql.plan.WindowPlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions of one window: rows are sorted by partition and order, and given row by row, each partition after all of its rows are known. One thread. Must be closed.
 */
final class WindowStep implements AutoCloseable {

    private static final @Nullable Object[] NO_KEYS = {};

    /** What a function gives for each row of a partition, from the first to the last. */
    interface Values {

        @Nullable
        Object value(int index, Frame frame);
    }

    private final WindowPlan plan;
    private final Execution execution;
    private final List<SortKey> order = new ArrayList<>();

    /** Null where all rows are one partition without an order. */
    private final @Nullable Sorter sorter;

    private PartitionRows rows;
    private @Nullable Partition partition;
    private List<Values> calls = List.of();
    private @Nullable Sorted pending;
    private boolean ended;
    private int at;

    WindowStep(WindowPlan plan, Execution execution) {
        this.plan = plan;
        this.execution = execution;
        plan.partition().forEach(value -> order.add(new SortKey(value, false)));
        order.addAll(plan.order());
        this.sorter = order.isEmpty() ? null : new Sorter(order, execution, Long.MAX_VALUE);
        this.rows = new PartitionRows(execution);
    }

    /** Takes a row, which the frame shows. */
    void add(@Nullable Object[] row, Frame frame) {
        if (sorter == null) {
            rows.add(new Sorted(row, NO_KEYS, rows.size()));
        } else {
            sorter.add(row, frame);
        }
    }

    /** All rows are there. */
    void finish() {
        if (sorter != null) {
            sorter.sort();
            pending = sorter.nextSorted();
        }
    }

    /** Puts the next row into the frame, with what the functions gave for it. */
    boolean next(Frame frame) {
        Partition current = partition;
        if (current == null || at == current.size()) {
            current = nextPartition();
            if (current == null) {
                return false;
            }
        }
        execution.step();
        current.goTo(at);
        @Nullable Object[] values = new @Nullable Object[calls.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = calls.get(i).value(at, frame);
        }
        @Nullable Object[] row = current.row(at++);
        for (int i = 0; i < values.length; i++) {
            row[plan.calls().get(i).slot()] = values[i];
        }
        frame.replaceSlots(row);
        return true;
    }

    private @Nullable Partition nextPartition() {
        if (sorter == null ? ended : pending == null) {
            return null;
        }
        ended = true;
        if (sorter != null) {
            gather(sorter);
        }
        rows.finish();
        Partition next = new Partition(rows, order, plan.partition().size());
        List<Values> values = new ArrayList<>(plan.calls().size());
        for (WindowCall call : plan.calls()) {
            values.add(
                    call.kind() == WindowCall.Kind.AGGREGATE
                            ? new FrameAggregates(call, next, execution)
                            : new RankingCalls(call, next));
        }
        calls = values;
        partition = next;
        at = 0;
        return next.size() == 0 ? null : next;
    }

    private void gather(Sorter from) {
        rows.close();
        rows = new PartitionRows(execution);
        Sorted first = pending;
        Sorted row = first;
        while (first != null
                && row != null
                && Sorter.compare(
                                order,
                                first.keys(),
                                row.keys(),
                                0,
                                plan.partition().size())
                        == 0) {
            rows.add(row);
            row = from.nextSorted();
        }
        pending = row;
    }

    @Override
    public void close() {
        rows.close();
        if (sorter != null) {
            sorter.close();
        }
    }
}
