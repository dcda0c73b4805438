package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a table's rows are found: ranges of keys of one of its indexes. The ranges may hold more rows than are wanted: the conditions are checked once more on each row.
 *
 * @param keys the index; the primary key's are the rows themselves; null for rows by number
 * @param equal values of its first columns
 * @param anyOf values of the column behind, one range each; empty for none
 * @param rows values of the column behind that a subquery gives, one range each; null for none
 * @param like pattern that the column behind is LIKE; null for none
 * @param low least value of the column behind; null for none
 * @param high greatest value; null for none
 * @param backwards whether the ranges are walked from their ends
 */
public record Path(
        @Nullable IndexKeys keys,
        List<Expression> equal,
        List<Expression> anyOf,
        @Nullable Values rows,
        @Nullable Like like,
        @Nullable Bound low,
        @Nullable Bound high,
        boolean backwards) {

    /** The pattern of LIKE. */
    public record Like(Expression pattern, Expression escape) {}

    /** One end of a range. */
    public record Bound(Expression value, boolean inclusive) {}

    /** Values of one type that a subquery gives. */
    public record Values(SqlType type, Source source) {}

    /** Gives the values of a subquery that runs once a statement. */
    @FunctionalInterface
    public interface Source {

        /** Null if there are too many to be looked for one by one. */
        @Nullable
        List<Object> values(Frame frame);
    }

    static Path fullScan(@Nullable IndexKeys primary) {
        return new Path(primary, List.of(), List.of(), null, null, null, null, false);
    }

    public boolean isFullScan() {
        return equal.isEmpty() && !isRange();
    }

    /** Whether the column behind those that are equal has to lie in ranges. */
    boolean isRange() {
        return !anyOf.isEmpty() || rows != null || like != null || low != null || high != null;
    }

    Path reversed() {
        return new Path(keys, equal, anyOf, rows, like, low, high, true);
    }

    /** Whether it leads to one row at most. */
    public boolean isPoint() {
        return keys != null
                && keys.index().unique()
                && equal.size() == keys.index().parts().size();
    }

    /** As {@link #isPoint}, and the key that leads there is the row's own. */
    public boolean isPointByPrimaryKey() {
        return isPoint() && keys != null && keys.index().isPrimary();
    }

    /** Whether its ranges come of a condition. */
    boolean uses(Condition condition) {
        if (condition.kind() == Condition.Kind.ROWS) {
            return rows != null && rows == condition.rows();
        }
        Expression value = condition.values().get(0);
        return switch (condition.kind()) {
            case ROWS -> false;
            case EQUAL -> equal.stream().anyMatch(each -> each == value);
            case LIKE -> like != null && like.pattern() == value;
            case IN -> anyOf == condition.values();
            case GREATER, GREATER_OR_EQUAL -> low != null && low.value() == value;
            case LESS, LESS_OR_EQUAL -> high != null && high.value() == value;
        };
    }

    /** As EXPLAIN names it. */
    public String accessType() {
        if (isPoint()) {
            return "const";
        }
        if (!equal.isEmpty() && !isRange()) {
            return "ref";
        }
        if (!isFullScan()) {
            return "range";
        }
        return keys != null && !keys.index().isPrimary() ? "index" : "ALL";
    }
}
