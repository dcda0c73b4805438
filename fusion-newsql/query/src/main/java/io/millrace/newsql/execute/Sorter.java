package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Accumulator;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Sorts rows. If few are wanted, no more than those are kept. Rows that are equal stay in the order in which they came. */
final class Sorter implements AutoCloseable {

    /** Beyond it rows are sorted as a whole: a heap of so many gains nothing. */
    private static final int TOP_MAX = 10_000;

    private record Sorted(@Nullable Object[] values, @Nullable Object[] keys, long place) {}

    private final List<SortKey> order;
    private final Execution execution;
    private final long wanted;
    private final @Nullable PriorityQueue<Sorted> top;
    private final List<Sorted> rows = new ArrayList<>();
    private long count;
    private int at;

    /** @param wanted how many of the first rows are wanted */
    Sorter(List<SortKey> order, Execution execution, long wanted) {
        this.order = order;
        this.execution = execution;
        this.wanted = wanted;
        this.top = !order.isEmpty() && wanted <= TOP_MAX
                ? new PriorityQueue<>((left, right) -> compare(right, left))
                : null;
    }

    /** Takes a row. @param frame in which the keys are computed */
    void add(@Nullable Object[] values, Frame frame) {
        @Nullable Object[] keys = new @Nullable Object[order.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = order.get(i).value().eval(frame);
        }
        Sorted row = new Sorted(values, keys, count++);
        if (top == null || top.size() < wanted) {
            execution.hold(RowBytes.of(values) + RowBytes.of(keys));
            (top == null ? rows : top).add(row);
        } else if (compare(row, top.element()) < 0) {
            top.remove();
            top.add(row);
        }
    }

    private int compare(Sorted left, Sorted right) {
        int compared = compare(order, left.keys(), right.keys());
        return compared != 0 ? compared : Long.compare(left.place(), right.place());
    }

    /** The order of two rows by their keys. */
    static int compare(List<SortKey> order, @Nullable Object[] left, @Nullable Object[] right) {
        for (int i = 0; i < order.size(); i++) {
            SortKey key = order.get(i);
            int compared =
                    Accumulator.compareNullable(left[i], right[i], key.value().type());
            if (compared != 0) {
                return key.descending() ? -compared : compared;
            }
        }
        return 0;
    }

    /** All rows are there. */
    void sort() {
        if (top != null) {
            rows.addAll(top);
        }
        rows.sort(this::compare);
    }

    /** The next row in order; null at the end. */
    @Nullable
    Object @Nullable [] next() {
        return at < rows.size() ? rows.get(at++).values() : null;
    }

    @Override
    public void close() {
        rows.clear();
    }
}
