package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.plan.RowCursor;
import io.millrace.newsql.plan.ValuesPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of VALUES. */
final class ValuesCursor implements RowCursor {

    private final ValuesPlan plan;
    private final ExecutionFrame frame;
    private int at;

    ValuesCursor(ValuesPlan plan, ExecutionFrame frame) {
        this.plan = plan;
        this.frame = frame;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
        if (at == plan.rows().size()) {
            return null;
        }
        List<Expression> row = plan.rows().get(at++);
        @Nullable Object[] values = new @Nullable Object[row.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.get(i).eval(frame);
        }
        return values;
    }

    @Override
    public void close() {}
}
