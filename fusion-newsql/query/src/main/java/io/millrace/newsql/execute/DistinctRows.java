package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.RowKeys;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets each row through once. Rows for which there is no room come later, out of files. One thread. Must be closed. */
final class DistinctRows implements AutoCloseable {

    private static final @Nullable Object[] NO_SLOTS = {};

    private final List<Expression> types;
    private final Execution execution;
    private final int depth;
    private final Set<Object> seen = new HashSet<>();
    private @Nullable Partitions waiting;
    private SpillFile.@Nullable Reader reader;
    private @Nullable DistinctRows part;
    private long held;

    DistinctRows(List<Expression> types, Execution execution) {
        this(types, execution, 0);
    }

    private DistinctRows(List<Expression> types, Execution execution, int depth) {
        this.types = types;
        this.execution = execution;
        this.depth = depth;
    }

    /** Whether the row goes on now: it is new, and there is room to remember it. */
    boolean isNew(@Nullable Object[] values) {
        return isNew(values, NO_SLOTS);
    }

    /** @param slots of the frame that made it, as they are wanted again with it */
    boolean isNew(@Nullable Object[] values, @Nullable Object[] slots) {
        Object key = RowKeys.ofRow(values, types);
        long bytes = RowBytes.of(values);
        if (waiting == null && (depth == Partitions.DEPTH_MAX || !execution.shouldSpill(bytes, held))) {
            if (!seen.add(key)) {
                return false;
            }
            execution.hold(bytes);
            held += bytes;
            return true;
        }
        if (!seen.contains(key)) {
            Partitions files = waiting;
            if (files == null) {
                files = new Partitions(execution, depth);
                waiting = files;
            }
            files.add(key, values, slots);
        }
        return false;
    }

    /** The next row of those that had to wait, when all rows were shown; null at the end. The frame has its slots, or where none were given its values. */
    @Nullable
    Object @Nullable [] later(Frame frame) {
        while (waiting != null) {
            DistinctRows inner = part;
            if (inner == null) {
                forget();
                reader = waiting.next();
                if (reader == null) {
                    return null;
                }
                inner = new DistinctRows(types, execution, depth + 1);
                part = inner;
            }
            @Nullable Object[] values = inner.next(reader, frame);
            if (values != null) {
                return values;
            }
            inner.close();
            part = null;
        }
        return null;
    }

    private @Nullable Object @Nullable [] next(SpillFile.@Nullable Reader rows, Frame frame) {
        @Nullable Object[] values = rows == null ? null : rows.next();
        while (rows != null && values != null) {
            execution.step();
            @Nullable Object[] slots = rows.require();
            if (isNew(values, slots)) {
                frame.replaceSlots(slots.length == 0 ? values : slots);
                return values;
            }
            values = rows.next();
        }
        return later(frame);
    }

    private void forget() {
        seen.clear();
        execution.letGo(held);
        held = 0;
    }

    @Override
    public void close() {
        forget();
        if (part != null) {
            part.close();
        }
        if (waiting != null) {
            waiting.close();
        }
    }
}
