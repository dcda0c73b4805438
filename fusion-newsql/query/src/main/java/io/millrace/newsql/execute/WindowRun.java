package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.RowKeys;
import io.millrace.newsql.plan.SortKey;
import io.millrace.newsql.plan.WindowCall;
import io.millrace.newsql.plan.WindowPlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes window functions: all rows of the block are kept, sorted for each window, and cut into its partitions. One thread. Must be closed. */
final class WindowRun implements AutoCloseable {

    private final List<WindowPlan> windows;
    private final Execution execution;
    private List<@Nullable Object[]> rows = new ArrayList<>();
    private int at;
    private long held;

    WindowRun(List<WindowPlan> windows, Execution execution) {
        this.windows = windows;
        this.execution = execution;
    }

    /** Takes the frame's row. */
    void add(Frame frame) {
        for (WindowPlan window : windows) {
            for (WindowCall call : window.calls()) {
                call.inputs().forEach(input -> frame.slots()[input.slot()] = input.value().eval(frame));
            }
        }
        @Nullable Object[] row = frame.slots().clone();
        long bytes = RowBytes.of(row);
        execution.hold(bytes);
        held += bytes;
        rows.add(row);
    }

    /** All rows are there. The frame is used for each. */
    void compute(Frame frame) {
        for (WindowPlan window : windows) {
            List<SortKey> order = new ArrayList<>();
            window.partition().forEach(value -> order.add(new SortKey(value, false)));
            order.addAll(window.order());
            if (!order.isEmpty()) {
                Sorter sorter = new Sorter(order, execution, Long.MAX_VALUE);
                for (@Nullable Object[] row : rows) {
                    frame.replaceSlots(row);
                    sorter.add(row, frame);
                }
                sorter.sort();
                List<@Nullable Object[]> sorted = new ArrayList<>(rows.size());
                for (@Nullable Object[] row = sorter.next(); row != null; row = sorter.next()) {
                    sorted.add(row);
                }
                rows = sorted;
                sorter.close();
            }
            partitions(window, frame);
        }
    }

    private void partitions(WindowPlan window, Frame frame) {
        int from = 0;
        Object key = null;
        for (int i = 0; i <= rows.size(); i++) {
            Object next = i == rows.size() ? null : partitionKey(window.partition(), rows.get(i), frame);
            if (i > from && (next == null || !next.equals(key))) {
                compute(window, rows.subList(from, i), frame);
                from = i;
            }
            key = next;
        }
    }

    private static Object partitionKey(List<Expression> partition, @Nullable Object[] row, Frame frame) {
        if (partition.isEmpty()) {
            return List.of();
        }
        frame.replaceSlots(row);
        return RowKeys.ofFrame(partition, frame);
    }

    private void compute(WindowPlan window, List<@Nullable Object[]> partition, Frame frame) {
        Partition sorted = new Partition(partition, window.order(), frame);
        for (WindowCall call : window.calls()) {
            execution.step();
            if (call.kind() == WindowCall.Kind.AGGREGATE) {
                new FrameAggregates(call, sorted, execution).compute(frame);
            } else {
                new RankingCalls(call, sorted).compute(frame);
            }
        }
    }

    /** Puts the next row into the frame. */
    boolean next(Frame frame) {
        if (at == rows.size()) {
            return false;
        }
        frame.replaceSlots(rows.get(at++));
        return true;
    }

    @Override
    public void close() {
        rows = List.of();
        execution.letGo(held);
        held = 0;
    }
}
