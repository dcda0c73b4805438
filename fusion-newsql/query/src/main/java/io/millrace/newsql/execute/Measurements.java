package io.millrace.newsql.execute;

import io.millrace.newsql.plan.Explanation;
import io.millrace.newsql.plan.RowCursor;
import io.millrace.newsql.plan.SelectPlan;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What EXPLAIN ANALYZE counts while a plan runs: for each of its parts how often it was opened, how many rows it gave, and how long that took. One thread. */
public final class Measurements implements Explanation.Measured {

    private static final class Counter {
        private long loops;
        private long rows;
        private long nanos;
    }

    private final Map<Object, Counter> counters = new IdentityHashMap<>();

    private Measurements() {}

    /** Runs a query to its end, without its rows. Gives what EXPLAIN ANALYZE answers. */
    public static Explanation analyze(SelectPlan plan, Execution execution) {
        Measurements measurements = new Measurements();
        execution.measure(measurements);
        try (RowCursor rows = Cursors.open(plan, execution, null)) {
            while (rows.next() != null) {
                execution.step();
            }
        }
        return Explanation.tree(plan, measurements);
    }

    @Override
    public @Nullable Part of(Object part) {
        Counter counter = counters.get(part);
        return counter == null ? null : new Part(counter.loops, counter.rows, counter.nanos);
    }

    private Counter opened(Object part) {
        Counter counter = counters.computeIfAbsent(part, each -> new Counter());
        counter.loops++;
        return counter;
    }

    RowCursor around(SelectPlan plan, RowCursor rows) {
        Counter counter = opened(plan);
        return new RowCursor() {
            @Override
            public @Nullable Object @Nullable [] next() {
                long start = System.nanoTime();
                @Nullable Object[] row = rows.next();
                counter.nanos += System.nanoTime() - start;
                counter.rows += row == null ? 0 : 1;
                return row;
            }

            @Override
            public void close() {
                rows.close();
            }
        };
    }

    LevelCursor around(Object level, LevelCursor rows) {
        Counter counter = opened(level);
        return new LevelCursor() {
            @Override
            public boolean next() {
                long start = System.nanoTime();
                boolean found = rows.next();
                counter.nanos += System.nanoTime() - start;
                counter.rows += found ? 1 : 0;
                return found;
            }

            @Override
            public byte @Nullable [] rowKey(int place) {
                return rows.rowKey(place);
            }

            @Override
            public void close() {
                rows.close();
            }
        };
    }
}
