package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.plan.RowKeys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often each row comes in the second part of EXCEPT or INTERSECT, and what passes of the first part. Rows for which there is no room wait in files, together with those
 * of the first part that may be equal to them. One thread. Must be closed.
 */
final class CountedRows implements AutoCloseable {

    private static final int ENTRY_BYTES = 64;

    private final List<Expression> types;
    private final boolean intersect;
    private final boolean all;
    private final Execution execution;
    private final int depth;
    private final Map<Object, Long> counts = new HashMap<>();
    private @Nullable Partitions seconds;
    private @Nullable Partitions firsts;
    private @Nullable CountedRows part;
    private SpillFile.@Nullable Reader waiting;
    private int next;
    private long held;

    /**
     * @param intersect whether rows pass that are in the second part; else those that are not
     * @param all whether a row of the second part counts for one of the first; else for all that are equal
     */
    CountedRows(List<Expression> types, boolean intersect, boolean all, Execution execution) {
        this(types, intersect, all, execution, 0);
    }

    private CountedRows(List<Expression> types, boolean intersect, boolean all, Execution execution, int depth) {
        this.types = types;
        this.intersect = intersect;
        this.all = all;
        this.execution = execution;
        this.depth = depth;
    }

    /** Counts a row of the second part, of which all come first. */
    void count(@Nullable Object[] row) {
        Object key = RowKeys.ofRow(row, types);
        Long known = counts.get(key);
        if (known != null) {
            counts.put(key, known + 1);
            return;
        }
        long bytes = RowBytes.of(row) + ENTRY_BYTES;
        if (seconds == null && (depth == Partitions.DEPTH_MAX || !execution.shouldSpill(bytes, held))) {
            execution.hold(bytes);
            held += bytes;
            counts.put(key, 1L);
            return;
        }
        if (seconds == null) {
            seconds = new Partitions(execution, depth);
            firsts = new Partitions(execution, depth);
        }
        seconds.add(key, row);
    }

    /** Whether a row of the first part passes now; if that is not known yet, it comes later. */
    boolean passes(@Nullable Object[] row) {
        Object key = RowKeys.ofRow(row, types);
        Long known = counts.get(key);
        if (known == null && firsts != null) {
            firsts.add(key, row);
            return false;
        }
        boolean there = known != null && known > 0;
        if (there && all && known != null) {
            counts.put(key, known - 1);
        }
        return there == intersect;
    }

    /** The next row that passes of those that had to wait, when the first part has ended; null at the end. */
    @Nullable
    Object @Nullable [] later() {
        while (true) {
            CountedRows inner = part == null ? nextPart() : part;
            part = inner;
            if (inner == null) {
                return null;
            }
            @Nullable Object[] row = inner.next(waiting);
            if (row != null) {
                return row;
            }
            inner.close();
            part = null;
        }
    }

    private @Nullable Object @Nullable [] next(SpillFile.@Nullable Reader rows) {
        @Nullable Object[] row = rows == null ? null : rows.next();
        while (rows != null && row != null) {
            execution.step();
            if (passes(row)) {
                return row;
            }
            row = rows.next();
        }
        return later();
    }

    /** Counts the rows of the next file; null if there is none. */
    private @Nullable CountedRows nextPart() {
        forget();
        if (seconds == null || firsts == null || next == Partitions.COUNT) {
            return null;
        }
        CountedRows inner = new CountedRows(types, intersect, all, execution, depth + 1);
        part = inner;
        SpillFile.Reader rows = seconds.read(next);
        for (@Nullable Object[] row = rows == null ? null : rows.next();
                rows != null && row != null;
                row = rows.next()) {
            execution.step();
            inner.count(row);
        }
        seconds.close(next);
        waiting = firsts.read(next);
        if (next > 0) {
            firsts.close(next - 1);
        }
        next++;
        return inner;
    }

    private void forget() {
        counts.clear();
        execution.letGo(held);
        held = 0;
    }

    @Override
    public void close() {
        forget();
        if (part != null) {
            part.close();
        }
        if (seconds != null) {
            seconds.close();
        }
        if (firsts != null) {
            firsts.close();
        }
    }
}
