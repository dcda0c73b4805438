package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Frame;
import org.jspecify.annotations.Nullable;

/** Puts kept rows back into the frame. */
final class KeptCursor implements LevelCursor {

    private final KeptRows.Walk rows;
    private final Execution execution;
    private final Frame frame;
    private final int offset;
    private KeptRows.@Nullable Row row;

    KeptCursor(KeptRows.Walk rows, Execution execution, Frame frame, int offset) {
        this.rows = rows;
        this.execution = execution;
        this.frame = frame;
        this.offset = offset;
    }

    @Override
    public boolean next() {
        KeptRows.Row next = rows.next();
        row = next;
        if (next == null) {
            return false;
        }
        execution.step();
        System.arraycopy(next.values(), 0, frame.slots(), offset, next.values().length);
        return true;
    }

    @Override
    public byte @Nullable [] rowKey(int place) {
        return row == null ? null : row.key();
    }

    @Override
    public void close() {}
}
