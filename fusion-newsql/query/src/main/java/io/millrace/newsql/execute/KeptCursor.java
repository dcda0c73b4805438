package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts kept rows back into the frame. */
final class KeptCursor implements LevelCursor {

    private final KeptRows kept;
    private final List<KeptRows.Row> rows;
    private final Execution execution;
    private final Frame frame;
    private final int offset;
    private int at = -1;

    KeptCursor(KeptRows kept, List<KeptRows.Row> rows, Execution execution, Frame frame, int offset) {
        this.kept = kept;
        this.rows = rows;
        this.execution = execution;
        this.frame = frame;
        this.offset = offset;
    }

    @Override
    public boolean next() {
        if (++at >= rows.size()) {
            return false;
        }
        execution.step();
        @Nullable Object[] values = kept.values(rows.get(at));
        System.arraycopy(values, 0, frame.slots(), offset, values.length);
        return true;
    }

    @Override
    public byte @Nullable [] rowKey(int place) {
        return rows.get(at).key();
    }

    @Override
    public void close() {}
}
