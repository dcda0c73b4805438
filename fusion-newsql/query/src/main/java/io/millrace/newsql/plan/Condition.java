package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition on one column that an index can serve.
 *
 * @param ordinal of the column in its table
 * @param rows the values if a subquery gives them; else null
 * @param tables that the values read
 */
record Condition(
        int table, int ordinal, Kind kind, List<Expression> values, Path.@Nullable Values rows, BitSet tables) {

    /** How the column relates to the values. */
    enum Kind {
        EQUAL,
        IN,
        ROWS,
        /** It is LIKE the first value, which is escaped by the second. */
        LIKE,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL
    }
}
