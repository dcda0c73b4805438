package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.plan.SortKey;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The last step of a query: sorts and cuts its rows, each only if it is asked for. */
final class RowOutput implements AutoCloseable {

    private final ExecutionFrame frame;
    private final List<SortKey> sort;
    private final long limit;
    private final long offset;
    private final Sorter sorter;
    private boolean sorted;
    private long passed;

    RowOutput(
            Execution execution,
            ExecutionFrame frame,
            List<SortKey> sort,
            @Nullable Expression limit,
            @Nullable Expression offset) {
        this.frame = frame;
        this.sort = sort;
        this.limit = count(limit, Long.MAX_VALUE, frame);
        this.offset = count(offset, 0, frame);
        long wanted = this.limit > Long.MAX_VALUE - this.offset ? Long.MAX_VALUE : this.limit + this.offset;
        this.sorter = new Sorter(sort, execution, wanted);
    }

    /** A number of LIMIT or OFFSET. */
    static long count(@Nullable Expression expression, long otherwise, ExecutionFrame frame) {
        if (expression == null) {
            return otherwise;
        }
        Object value = expression.eval(frame);
        if (!(value instanceof Long number)) {
            throw SqlErrors.syntax("NULL", 1);
        }
        return number < 0 && expression.type().unsigned() ? Long.MAX_VALUE : number;
    }

    /** @param rows gives the next row, or null; the frame is that row's while the sort's keys are computed */
    @Nullable
    Object @Nullable [] next(Supplier<@Nullable Object @Nullable []> rows) {
        if (limit == 0) {
            return null;
        }
        if (!sort.isEmpty() && !sorted) {
            sorted = true;
            for (@Nullable Object[] row = rows.get(); row != null; row = rows.get()) {
                sorter.add(row, frame);
            }
            sorter.sort();
        }
        while (limit == Long.MAX_VALUE || passed < offset || passed - offset < limit) {
            @Nullable Object[] row = sort.isEmpty() ? rows.get() : sorter.next();
            if (row == null || passed++ >= offset) {
                return row;
            }
        }
        return null;
    }

    @Override
    public void close() {
        sorter.close();
    }
}
