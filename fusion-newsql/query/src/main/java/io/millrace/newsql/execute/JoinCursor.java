package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.plan.HashKeys;
import io.millrace.newsql.plan.JoinLevel;
import io.millrace.newsql.plan.Level;
import io.millrace.newsql.plan.QueryLevel;
import io.millrace.newsql.plan.TableLevel;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Joins the levels: each is read by the keys that the ones before it give, or found among its rows that are kept. One thread. Must be closed.
 */
final class JoinCursor implements LevelCursor {

    private final List<Level> levels;
    private final Execution execution;
    private final ExecutionFrame frame;
    private final @Nullable LevelCursor[] cursors;
    private final boolean[] matched;
    private int depth;
    private boolean started;
    private boolean single;

    JoinCursor(List<Level> levels, Execution execution, ExecutionFrame frame) {
        this.levels = levels;
        this.execution = execution;
        this.frame = frame;
        this.cursors = new @Nullable LevelCursor[levels.size()];
        this.matched = new boolean[levels.size()];
    }

    /** Goes to the next joined row. Without tables there is one row. */
    @Override
    public boolean next() {
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
        return Objects.requireNonNull(rowKey(((TableLevel) levels.get(0)).place()), "a row was read");
    }

    @Override
    public byte @Nullable [] rowKey(int place) {
        for (int i = 0; i < cursors.length; i++) {
            LevelCursor cursor = cursors[i];
            Level level = levels.get(i);
            boolean here = level instanceof TableLevel table ? table.place() == place : level instanceof JoinLevel;
            byte[] key = here && cursor != null ? cursor.rowKey(place) : null;
            if (key != null) {
                return key;
            }
        }
        return null;
    }

    private void open(int index) {
        matched[index] = false;
        Level level = levels.get(index);
        HashKeys keys = level.hash();
        if (keys == null || keys.aroundAlone() && isFirstRun(keys)) {
            cursors[index] = read(level, execution, frame);
            return;
        }
        KeptRows kept = execution.remembered(level, () -> KeptRows.read(level, keys, execution, frame));
        cursors[index] = new KeptCursor(kept.find(frame), execution, frame, level.offset());
    }

    /** A block that runs once reads no more of its rows than it needs. */
    private boolean isFirstRun(HashKeys keys) {
        return execution.remembered(keys, Runs::new).count++ == 0;
    }

    private static final class Runs {
        private int count;
    }

    /** A walk over the rows of a level as they are. */
    static LevelCursor read(Level level, Execution execution, ExecutionFrame frame) {
        LevelCursor rows = plain(level, execution, frame);
        Measurements measurements = execution.measurements();
        return measurements == null ? rows : measurements.around(level, rows);
    }

    private static LevelCursor plain(Level level, Execution execution, ExecutionFrame frame) {
        if (level instanceof TableLevel table) {
            return new TableCursor(table, execution, frame);
        }
        return level instanceof QueryLevel query
                ? new QueryLevelCursor(query, execution, frame)
                : new JoinCursor(((JoinLevel) level).levels(), execution, frame);
    }

    private boolean step(int index) {
        Level level = levels.get(index);
        LevelCursor cursor = cursors[index];
        Expression where =
                cursor != null && level instanceof TableLevel table && cursor.decided() ? table.rest() : level.where();
        while (cursor != null && cursor.next()) {
            if (passes(level.on())) {
                matched[index] = true;
                if (passes(where)) {
                    return true;
                }
            }
        }
        if (cursor != null) {
            cursor.close();
            cursors[index] = null;
            if (level.outer() && !matched[index]) {
                Arrays.fill(frame.slots(), level.offset(), level.offset() + level.width(), null);
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
        for (LevelCursor cursor : cursors) {
            if (cursor != null) {
                cursor.close();
            }
        }
    }
}
