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

    /** A row. @param place in the order of coming */
    record Sorted(@Nullable Object[] values, @Nullable Object[] keys, long place) {

        /** About how much memory it holds. */
        long bytes() {
            return RowBytes.of(values) + RowBytes.of(keys);
        }

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
            if (execution.shouldSpill(row.bytes(), held)) {
                spill();
                first = null;
            }
            hold(row.bytes());
            (first == null ? rows : first).add(row);
        } else if (row.compare(first.element(), order) < 0) {
            hold(row.bytes() - first.remove().bytes());
            first.add(row);
        }
    }

    private void hold(long bytes) {
        execution.hold(bytes);
        held += bytes;
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
        forget();
    }

    private void forget() {
        rows.clear();
        execution.letGo(held);
        held = 0;
    }

    /** The order of two rows by their keys. */
    static int compare(List<SortKey> order, @Nullable Object[] left, @Nullable Object[] right) {
        return compare(order, left, right, 0, order.size());
    }

    /** The order of two rows by some of their keys. */
    static int compare(List<SortKey> order, @Nullable Object[] left, @Nullable Object[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            SortKey key = order.get(i);
            int compared =
                    Accumulator.compareNullable(left[i], right[i], key.value().type());
            if (compared != 0) {
                return key.descending() ? -compared : compared;
            }
        }
        return 0;
    }

    /** All rows are there. What is in files leaves its memory to those who take the rows. */
    void sort() {
        if (runs != null) {
            spill();
            runs.merge();
            return;
        }
        if (top != null) {
            rows.addAll(top);
            top = null;
        }
        rows.sort((left, right) -> right.compare(left, order));
    }

    /** The next row in order; null at the end. What was given is held no longer. */
    @Nullable
    Sorted nextSorted() {
        if (runs != null) {
            return runs.next();
        }
        if (rows.isEmpty()) {
            return null;
        }
        Sorted row = rows.remove(rows.size() - 1);
        hold(-row.bytes());
        return row;
    }

    /** The values of the next row in order; null at the end. */
    @Nullable
    Object @Nullable [] next() {
        Sorted row = nextSorted();
        return row == null ? null : row.values();
    }

    @Override
    public void close() {
        forget();
        if (runs != null) {
            runs.close();
        }
    }
}
