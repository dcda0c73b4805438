package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.QueryFrame;
import io.millrace.newsql.plan.QueryLevel;
import io.millrace.newsql.plan.RowCursor;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a derived table. */
final class QueryLevelCursor implements LevelCursor {

    private final RowCursor rows;
    private final Frame frame;
    private final int offset;

    QueryLevelCursor(QueryLevel level, Execution execution, ExecutionFrame frame) {
        this.frame = frame;
        this.offset = level.offset();
        this.rows = Cursors.open(level.query(), execution, around(level, frame));
    }

    private static @Nullable QueryFrame around(QueryLevel level, ExecutionFrame frame) {
        QueryFrame around = frame;
        for (int i = 0; i < level.blocks() && around != null; i++) {
            around = around.outer();
        }
        return around;
    }

    @Override
    public boolean next() {
        @Nullable Object[] row = rows.next();
        if (row == null) {
            return false;
        }
        System.arraycopy(row, 0, frame.slots(), offset, row.length);
        return true;
    }

    @Override
    public byte @Nullable [] rowKey(int place) {
        return null;
    }

    @Override
    public void close() {
        rows.close();
    }
}
