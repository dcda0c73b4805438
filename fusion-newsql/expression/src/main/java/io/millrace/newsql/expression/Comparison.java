package io.millrace.newsql.expression;

import io.millrace.newsql.type.Comparing;
import io.millrace.newsql.type.Comparing.Mode;
import io.millrace.newsql.type.SqlType;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Comparisons: {@code =}, {@code <=>}, IN and BETWEEN, each in the type that MySQL takes for its two sides. */
final class Comparison {

    private static final Long TRUE = 1L;
    private static final Long FALSE = 0L;

    private Comparison() {}

    static Long of(boolean value) {
        return value ? TRUE : FALSE;
    }

    static Expression compare(Expression left, Expression right, IntPredicate passes) {
        Comparator comparator = new Comparator(left, right);
        return Expression.of(SqlType.BOOLEAN, frame -> {
            Object a = left.eval(frame);
            Object b = a == null ? null : right.eval(frame);
            Integer order = a == null || b == null ? null : comparator.compare(a, b, frame);
            return order == null ? null : of(passes.test(order));
        });
    }

    /** {@code <=>}: NULL equals NULL. */
    static Expression nullSafeEqual(Expression left, Expression right) {
        Comparator comparator = new Comparator(left, right);
        return new Expression(SqlType.BOOLEAN, false, false, frame -> {
            Object a = left.eval(frame);
            Object b = right.eval(frame);
            if (a == null || b == null) {
                return of(a == b);
            }
            Integer order = comparator.compare(a, b, frame);
            return of(order != null && order == 0);
        });
    }

    static Expression in(Expression left, List<Expression> items, boolean not) {
        List<Comparator> comparators =
                items.stream().map(item -> new Comparator(left, item)).toList();
        return Expression.of(SqlType.BOOLEAN, frame -> {
            Object a = left.eval(frame);
            if (a == null) {
                return null;
            }
            boolean unknown = false;
            for (int i = 0; i < comparators.size(); i++) {
                Object b = items.get(i).eval(frame);
                Integer order = b == null ? null : comparators.get(i).compare(a, b, frame);
                if (order != null && order == 0) {
                    return of(!not);
                }
                unknown |= order == null;
            }
            return unknown ? null : of(not);
        });
    }

    /** Orders two values of given expressions. */
    static final class Comparator {
        private final SqlType left;
        private final SqlType right;
        private final Mode mode;
        private final String collation;

        Comparator(Expression left, Expression right) {
            this.left = left.type();
            this.right = right.type();
            this.mode = Comparing.mode(left.type(), right.type());
            this.collation = Comparing.collation(left.type(), right.type());
        }

        /** Null if one of them cannot be compared with the other. */
        @Nullable
        Integer compare(Object a, Object b, Frame frame) {
            if (mode == Mode.INTEGER) {
                return Comparing.compare(a, left, b, right, mode, collation);
            }
            long today = mode == Mode.DATE_TIME ? frame.today() : 0;
            Object first = Comparing.convert(a, left, mode, today, frame.warnings());
            Object second = Comparing.convert(b, right, mode, today, frame.warnings());
            return first == null || second == null
                    ? null
                    : Integer.valueOf(Comparing.compare(first, left, second, right, mode, collation));
        }
    }
}
