package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Evaluator;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Subqueries as expressions. One that reads nothing of the row around it runs once a statement. */
final class Subqueries {

    private static final Long TRUE = 1L;
    private static final Long FALSE = 0L;
    private static final int ROW_BYTES = 64;

    /** A value that was found, NULL included. */
    private record Kept(@Nullable Object value) {}

    private Subqueries() {}

    static @Nullable Long of(@Nullable Boolean truth) {
        return truth == null ? null : truth ? TRUE : FALSE;
    }

    static Expression scalar(SelectPlan plan) {
        SqlType type = plan.output().get(0).type();
        return new Expression(type, true, false, onceIfAlone(plan, frame -> {
            @Nullable Object[] row = only(plan, frame);
            return row == null ? null : row[0];
        }));
    }

    static Expression exists(SelectPlan plan, boolean not) {
        return new Expression(SqlType.BOOLEAN, false, false, onceIfAlone(plan, frame -> {
            QueryFrame block = QueryFrame.of(frame);
            try (RowCursor rows = block.open(plan, block)) {
                return of((rows.next() != null) != not);
            }
        }));
    }

    static Expression row(List<Expression> left, RowComparison.Operator operator, SelectPlan plan) {
        RowComparison comparison = new RowComparison(left, plan.output());
        Evaluator only = onceIfAlone(plan, frame -> only(plan, frame));
        return Expression.of(SqlType.BOOLEAN, frame -> {
            @Nullable Object[] row = (@Nullable Object @Nullable []) only.eval(frame);
            return row == null ? null : of(comparison.compare(operator, values(left, frame), row, frame));
        });
    }

    static Expression quantified(Expression left, RowComparison.Operator operator, boolean all, SelectPlan plan) {
        RowComparison comparison = new RowComparison(List.of(left), plan.output());
        return Expression.of(SqlType.BOOLEAN, frame -> {
            @Nullable Object[] value = {left.eval(frame)};
            Boolean found = all;
            try (RowCursor rows = rows(plan, frame)) {
                for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
                    Boolean holds = comparison.compare(operator, value, row, frame);
                    if (holds == null) {
                        found = null;
                    } else if (holds != all) {
                        return of(!all);
                    }
                }
            }
            return of(found);
        });
    }

    /** The rows of a query; those of one that stands alone are kept. */
    static RowCursor rows(SelectPlan plan, Frame frame) {
        QueryFrame block = QueryFrame.of(frame);
        if (plan.correlated()) {
            return block.open(plan, block);
        }
        List<@Nullable Object[]> kept = block.remembered(plan, () -> all(plan, block));
        return new RowCursor() {
            private int at;

            @Override
            public @Nullable Object @Nullable [] next() {
                return at < kept.size() ? kept.get(at++) : null;
            }

            @Override
            public void close() {}
        };
    }

    private static List<@Nullable Object[]> all(SelectPlan plan, QueryFrame block) {
        List<@Nullable Object[]> all = new ArrayList<>();
        try (RowCursor rows = block.open(plan, block)) {
            for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
                block.hold(ROW_BYTES + row.length * (long) ROW_BYTES);
                all.add(row);
            }
        }
        return all;
    }

    /** The one row of a query; null if it has none. @throws io.millrace.newsql.mysql.SqlException 1242 if there are more */
    private static @Nullable Object @Nullable [] only(SelectPlan plan, Frame frame) {
        QueryFrame block = QueryFrame.of(frame);
        try (RowCursor rows = block.open(plan, block)) {
            @Nullable Object[] row = rows.next();
            if (row != null && rows.next() != null) {
                throw SqlErrors.of(1242, "21000", "Subquery returns more than 1 row");
            }
            return row;
        }
    }

    static @Nullable Object[] values(List<Expression> expressions, Frame frame) {
        @Nullable Object[] values = new @Nullable Object[expressions.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = expressions.get(i).eval(frame);
        }
        return values;
    }

    /** Each use of a plan remembers its own: the same plan may stand in EXISTS and as a value. */
    private static Evaluator onceIfAlone(SelectPlan plan, Evaluator code) {
        if (plan.correlated()) {
            return code;
        }
        Object part = new Object();
        return frame -> QueryFrame.of(frame)
                .remembered(part, () -> new Kept(code.eval(frame)))
                .value();
    }
}
