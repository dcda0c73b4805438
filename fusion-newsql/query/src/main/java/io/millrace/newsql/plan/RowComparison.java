package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.type.Comparing;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares rows of values, column by column, as MySQL compares values of their types. Null is unknown. */
final class RowComparison {

    /** A comparison. */
    enum Operator {
        EQUAL,
        NULL_SAFE_EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL;

        static Operator of(String written) {
            return switch (written.replace(" ", "")) {
                case "=" -> EQUAL;
                case "<=>" -> NULL_SAFE_EQUAL;
                case "<>", "!=" -> NOT_EQUAL;
                case "<" -> LESS;
                case "<=" -> LESS_OR_EQUAL;
                case ">" -> GREATER;
                case ">=" -> GREATER_OR_EQUAL;
                default -> throw SqlErrors.unsupported("operator " + written + " with a subquery");
            };
        }

        boolean holds(int order) {
            return switch (this) {
                case EQUAL, NULL_SAFE_EQUAL -> order == 0;
                case NOT_EQUAL -> order != 0;
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case GREATER_OR_EQUAL -> order >= 0;
            };
        }
    }

    private record Pair(SqlType left, SqlType right, Comparing.Mode mode, String collation) {}

    private final List<Pair> pairs = new ArrayList<>();

    RowComparison(List<Expression> left, List<Expression> right) {
        for (int i = 0; i < left.size(); i++) {
            SqlType first = left.get(i).type();
            SqlType second = right.get(i).type();
            pairs.add(new Pair(first, second, Comparing.mode(first, second), Comparing.collation(first, second)));
        }
    }

    /** The order of two values; null if one is NULL or they cannot be compared. */
    @Nullable
    Integer order(int column, @Nullable Object left, @Nullable Object right, Frame frame) {
        if (left == null || right == null) {
            return null;
        }
        Pair pair = pairs.get(column);
        if (pair.mode() == Comparing.Mode.INTEGER) {
            return Comparing.compare(left, pair.left(), right, pair.right(), pair.mode(), pair.collation());
        }
        long today = pair.mode() == Comparing.Mode.DATE_TIME ? frame.today() : 0;
        Object first = Comparing.convert(left, pair.left(), pair.mode(), today, frame.warnings());
        Object second = Comparing.convert(right, pair.right(), pair.mode(), today, frame.warnings());
        return first == null || second == null
                ? null
                : Integer.valueOf(
                        Comparing.compare(first, pair.left(), second, pair.right(), pair.mode(), pair.collation()));
    }

    /** Whether rows are equal. */
    @Nullable
    Boolean equal(@Nullable Object[] left, @Nullable Object[] right, Frame frame) {
        boolean unknown = false;
        for (int i = 0; i < pairs.size(); i++) {
            Integer order = order(i, left[i], right[i], frame);
            if (order != null && order != 0) {
                return Boolean.FALSE;
            }
            unknown |= order == null;
        }
        return unknown ? null : Boolean.TRUE;
    }

    @Nullable
    Boolean compare(Operator operator, @Nullable Object[] left, @Nullable Object[] right, Frame frame) {
        if (operator == Operator.NULL_SAFE_EQUAL) {
            return nullSafeEqual(left, right, frame);
        }
        if (operator == Operator.EQUAL || operator == Operator.NOT_EQUAL) {
            Boolean equal = equal(left, right, frame);
            return equal == null ? null : Boolean.valueOf(equal == (operator == Operator.EQUAL));
        }
        for (int i = 0; i < pairs.size(); i++) {
            Integer order = order(i, left[i], right[i], frame);
            if (order == null) {
                return null;
            }
            if (order != 0 || i == pairs.size() - 1) {
                return operator.holds(order);
            }
        }
        return null;
    }

    private boolean nullSafeEqual(@Nullable Object[] left, @Nullable Object[] right, Frame frame) {
        for (int i = 0; i < pairs.size(); i++) {
            Integer order = order(i, left[i], right[i], frame);
            boolean same = order == null ? left[i] == null && right[i] == null : order == 0;
            if (!same) {
                return false;
            }
        }
        return true;
    }
}
