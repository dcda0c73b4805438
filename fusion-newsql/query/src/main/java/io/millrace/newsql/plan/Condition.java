package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import java.util.BitSet;
import java.util.List;

/**
 * A condition on one column that an index can serve.
 *
 * @param ordinal of the column in its table
 * @param tables that the values read
 */
record Condition(int table, int ordinal, Kind kind, List<Expression> values, BitSet tables) {

    /** How the column relates to the values. */
    enum Kind {
        EQUAL,
        IN,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL
    }
}
