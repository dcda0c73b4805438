package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Accumulator;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Sorts rows. If few are wanted, no more than those are kept; if there is no room for all, sorted runs are written to files and merged. Rows that are equal stay in the
 * order in which they came.
 */
final class Sorter implements AutoCloseable {

    /** Beyond it rows are sorted as a whole: a heap of so many gains nothing. */
    private static final int TOP_MAX = 10_000;

    private final List<SortKey> order;
    private final Execution execution;
    private final long wanted;
    private final List<Sorted> rows = new ArrayList<>();
    private @Nullable PriorityQueue<Sorted> top;
    private @Nullable SortedRuns runs;
    private long count;
    private long held;
    private int at;

    /** A row. @param place in the order of coming */
    record Sorted(@Nullable Object[] values, @Nullable Object[] keys, long place) {

        int compare(Sorted other, List<SortKey> order) {
            int compared = Sorter.compare(order, keys, other.keys);
            return compared != 0 ? compared : Long.compare(place, other.place);
        }
    }

    /** @param wanted how many of the first rows are wanted */
    Sorter(List<SortKey> order, Execution execution, long wanted) {
        this.order = order;
        this.execution = execution;
        this.wanted = wanted;
        this.top = !order.isEmpty() && wanted <= TOP_MAX
                ? new PriorityQueue<>((left, right) -> right.compare(left, order))
                : null;
    }

    /** Takes a row. @param frame in which the keys are computed */
    void add(@Nullable Object[] values, Frame frame) {
        @Nullable Object[] keys = new @Nullable Object[order.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = order.get(i).value().eval(frame);
        }
        Sorted row = new Sorted(values, keys, count++);
        PriorityQueue<Sorted> first = top;
        if (first == null || first.size() < wanted) {
            long bytes = RowBytes.of(values) + RowBytes.of(keys);
            if (execution.shouldSpill(bytes, held)) {
                spill();
                first = null;
            }
            execution.hold(bytes);
            held += bytes;
            (first == null ? rows : first).add(row);
        } else if (row.compare(first.element(), order) < 0) {
            first.remove();
            first.add(row);
        }
    }

    /** Writes what is held as a sorted run. */
    private void spill() {
        if (top != null) {
            rows.addAll(top);
            top = null;
        }
        rows.sort((left, right) -> left.compare(right, order));
        SortedRuns written = runs;
        if (written == null) {
            written = new SortedRuns(order, execution);
            runs = written;
        }
        written.add(rows);
        rows.clear();
        execution.letGo(held);
        held = 0;
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
        rows.sort((left, right) -> left.compare(right, order));
        if (runs != null) {
            runs.merge(rows);
        }
    }

    /** The next row in order; null at the end. */
    @Nullable
    Object @Nullable [] next() {
        if (runs != null) {
            Sorted row = runs.next();
            return row == null ? null : row.values();
        }
        return at < rows.size() ? rows.get(at++).values() : null;
    }

    @Override
    public void close() {
        rows.clear();
        execution.letGo(held);
        held = 0;
        if (runs != null) {
            runs.close();
        }
    }
}
