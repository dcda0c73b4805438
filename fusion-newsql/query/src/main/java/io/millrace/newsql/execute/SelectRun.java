package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Accumulator;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.SortKey;
import io.millrace.newsql.type.Comparing;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs a query: join, group, having, distinct, sort, limit, each only if it is asked for. What neither groups nor sorts streams.
 */
public final class SelectRun {

    /** Bytes that a row costs which is kept, beside its values. */
    private static final int ROW_BYTES = 64;

    private static final int VALUE_BYTES = 40;

    private record Sorted(@Nullable Object[] values, @Nullable Object[] keys, long place) {}

    private final SelectPlan plan;
    private final Execution execution;
    private final Frame frame;
    private final RowConsumer out;
    private final @Nullable Set<List<Object>> seen;
    private final @Nullable PriorityQueue<Sorted> top;
    private final List<Sorted> sorted = new ArrayList<>();
    private final long limit;
    private final long offset;
    private long given;
    private long passed;

    private SelectRun(SelectPlan plan, Execution execution, RowConsumer out) {
        this.plan = plan;
        this.execution = execution;
        this.out = out;
        this.frame = execution.newFrame(plan.slots());
        this.limit = count(plan.limit(), Long.MAX_VALUE);
        this.offset = count(plan.offset(), 0);
        this.seen = plan.distinct() ? new HashSet<>() : null;
        boolean few = !plan.sort().isEmpty() && limit < 10_000 && offset < 10_000;
        this.top = few ? new PriorityQueue<>((left, right) -> compare(right, left)) : null;
    }

    /** Runs it to the end, or to its limit. */
    public static void run(SelectPlan plan, Execution execution, RowConsumer out) {
        new SelectRun(plan, execution, out).run();
    }

    private long count(@Nullable Expression expression, long otherwise) {
        if (expression == null) {
            return otherwise;
        }
        Object value = expression.eval(frame);
        if (!(value instanceof Long number)) {
            throw SqlErrors.syntax("NULL", 1);
        }
        return number < 0 && expression.type().unsigned() ? Long.MAX_VALUE : number;
    }

    private void run() {
        if (limit == 0) {
            return;
        }
        boolean possible = plan.constant() == null || plan.constant().isTrue(frame);
        try (JoinCursor join = new JoinCursor(plan.levels(), execution, frame)) {
            if (plan.grouped()) {
                group(join, possible);
            } else {
                while (possible && !isFull() && join.next()) {
                    if (plan.having() == null || plan.having().isTrue(frame)) {
                        project();
                    }
                }
            }
        }
        giveSorted();
    }

    private boolean isFull() {
        return plan.sort().isEmpty() && given >= limit;
    }

    private void group(JoinCursor join, boolean possible) {
        Grouping grouping = new Grouping(plan, execution);
        while (possible && join.next()) {
            grouping.add(frame);
        }
        for (@Nullable Object[] row : grouping.rows(frame)) {
            frame.replaceSlots(row);
            if (!isFull() && (plan.having() == null || plan.having().isTrue(frame))) {
                project();
            }
        }
    }

    private void project() {
        @Nullable Object[] values = new @Nullable Object[plan.output().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = plan.output().get(i).eval(frame);
        }
        if (seen != null) {
            if (!seen.add(key(values))) {
                return;
            }
            execution.hold(ROW_BYTES + (long) values.length * VALUE_BYTES);
        }
        if (plan.sort().isEmpty()) {
            give(values);
        } else {
            keep(values);
        }
    }

    private List<Object> key(@Nullable Object[] values) {
        List<Object> key = new ArrayList<>(values.length);
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            key.add(
                    value == null
                            ? SelectRun.class
                            : Comparing.groupKey(value, plan.output().get(i).type()));
        }
        return key;
    }

    private void give(@Nullable Object[] values) {
        if (passed++ >= offset && given < limit) {
            given++;
            out.accept(values);
        }
    }

    // ---- sorting ----

    private void keep(@Nullable Object[] values) {
        @Nullable Object[] keys = new @Nullable Object[plan.sort().size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = plan.sort().get(i).value().eval(frame);
        }
        Sorted row = new Sorted(values, keys, passed++);
        if (top == null) {
            execution.hold(bytes(row));
            sorted.add(row);
        } else if (top.size() < limit + offset) {
            execution.hold(bytes(row));
            top.add(row);
        } else if (compare(row, top.element()) < 0) {
            top.remove();
            top.add(row);
        }
    }

    private static long bytes(Sorted row) {
        long bytes = ROW_BYTES;
        for (Object value : row.values()) {
            bytes += VALUE_BYTES
                    + (value instanceof String text
                            ? text.length() * 2L
                            : value instanceof byte[] raw ? raw.length : 0);
        }
        return bytes + (long) row.keys().length * VALUE_BYTES;
    }

    private int compare(Sorted left, Sorted right) {
        for (int i = 0; i < left.keys().length; i++) {
            SortKey key = plan.sort().get(i);
            int order = Accumulator.compareNullable(
                    left.keys()[i], right.keys()[i], key.value().type());
            if (order != 0) {
                return key.descending() ? -order : order;
            }
        }
        return Long.compare(left.place(), right.place());
    }

    private void giveSorted() {
        if (plan.sort().isEmpty()) {
            return;
        }
        if (top != null) {
            sorted.addAll(top);
        }
        sorted.sort(this::compare);
        passed = 0;
        for (Sorted row : sorted) {
            give(row.values());
        }
    }
}
