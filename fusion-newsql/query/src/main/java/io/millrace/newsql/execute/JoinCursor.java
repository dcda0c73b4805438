package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.TableLevel;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Joins the levels by nested loops: each table is read by the keys that the tables before it give. One thread. Must be closed. */
final class JoinCursor implements AutoCloseable {

    private final List<TableLevel> levels;
    private final Execution execution;
    private final Frame frame;
    private final @Nullable TableCursor[] cursors;
    private final boolean[] matched;
    private int depth;
    private boolean started;
    private boolean single;

    JoinCursor(List<TableLevel> levels, Execution execution, Frame frame) {
        this.levels = levels;
        this.execution = execution;
        this.frame = frame;
        this.cursors = new @Nullable TableCursor[levels.size()];
        this.matched = new boolean[levels.size()];
    }

    /** Goes to the next joined row. Without tables there is one row. */
    boolean next() {
        if (levels.isEmpty()) {
            boolean first = !single;
            single = true;
            return first;
        }
        if (!started) {
            started = true;
            open(0);
        }
        while (depth >= 0) {
            if (!step(depth)) {
                depth--;
            } else if (depth == levels.size() - 1) {
                return true;
            } else {
                open(++depth);
            }
        }
        return false;
    }

    /** Key of the row of the first table. */
    byte[] firstRowKey() {
        TableCursor first = cursors[0];
        assert first != null : "a row was read";
        return first.rowKey();
    }

    private void open(int index) {
        matched[index] = false;
        cursors[index] = new TableCursor(levels.get(index), execution, frame);
    }

    private boolean step(int index) {
        TableLevel level = levels.get(index);
        TableCursor cursor = cursors[index];
        while (cursor != null && cursor.next()) {
            if (passes(level.on())) {
                matched[index] = true;
                if (passes(level.where())) {
                    return true;
                }
            }
        }
        if (cursor != null) {
            cursor.close();
            cursors[index] = null;
            if (level.outer() && !matched[index]) {
                int columns = level.wanted().length;
                Arrays.fill(frame.slots(), level.offset(), level.offset() + columns, null);
                return passes(level.where());
            }
        }
        return false;
    }

    private boolean passes(@Nullable Expression condition) {
        return condition == null || condition.isTrue(frame);
    }

    @Override
    public void close() {
        for (TableCursor cursor : cursors) {
            if (cursor != null) {
                cursor.close();
            }
        }
    }
}
