package io.millrace.newsql.plan;

import io.millrace.newsql.expression.AggregateCall;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.plan.WindowPlan.FrameBounds;
import io.millrace.newsql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One function over a window.
 *
 * @param inputs what has to be computed of each row of the block, before any window is: its arguments are the slots that these are put into
 * @param aggregate if it is one; else null
 * @param slot of the row in which its result lies
 */
public record WindowCall(
        Kind kind,
        List<Input> inputs,
        List<Expression> arguments,
        @Nullable AggregateCall aggregate,
        FrameBounds frame,
        SqlType type,
        int slot) {

    /** A value of a row, and the slot of the row that it is put into. */
    public record Input(Expression value, int slot) {}

    /** Which function. */
    public enum Kind {
        ROW_NUMBER,
        RANK,
        DENSE_RANK,
        PERCENT_RANK,
        CUME_DIST,
        NTILE,
        LAG,
        LEAD,
        FIRST_VALUE,
        LAST_VALUE,
        NTH_VALUE,
        AGGREGATE
    }
}
