package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLBetweenExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLInListExpr;
import com.alibaba.druid.sql.ast.expr.SQLLiteralExpr;
import com.alibaba.druid.sql.ast.expr.SQLNullExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryExpr;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a WHERE that compares one column with values, so that it can be checked where the column comes from.
 *
 * @param source as it is written
 * @param on the same condition on another column
 * @param values that the column is compared with
 */
record PushedCondition(SQLExpr source, FromScope.Found column, UnaryOperator<SQLExpr> on, List<SQLExpr> values) {

    private static final Set<SQLBinaryOperator> COMPARISONS = EnumSet.of(
            SQLBinaryOperator.Equality,
            SQLBinaryOperator.NotEqual,
            SQLBinaryOperator.LessThanOrGreater,
            SQLBinaryOperator.LessThan,
            SQLBinaryOperator.LessThanOrEqual,
            SQLBinaryOperator.GreaterThan,
            SQLBinaryOperator.GreaterThanOrEqual);

    /** What a condition says of a column of a block; null if it says more, or something else. */
    static @Nullable PushedCondition of(FromScope scope, SQLExpr condition) {
        if (condition instanceof SQLBinaryOpExpr binary) {
            return ofBinary(scope, binary);
        }
        if (condition instanceof SQLBetweenExpr between) {
            List<SQLExpr> values = List.of(between.getBeginExpr(), between.getEndExpr());
            return of(scope, condition, between.getTestExpr(), values, column -> {
                return new SQLBetweenExpr(column, between.isNot(), between.getBeginExpr(), between.getEndExpr());
            });
        }
        if (condition instanceof SQLInListExpr in) {
            return of(scope, condition, in.getExpr(), in.getTargetList(), column -> {
                SQLInListExpr other = new SQLInListExpr(column, in.isNot());
                other.setTargetList(in.getTargetList());
                return other;
            });
        }
        return null;
    }

    private static @Nullable PushedCondition ofBinary(FromScope scope, SQLBinaryOpExpr binary) {
        SQLBinaryOperator operator = binary.getOperator();
        SQLExpr left = binary.getLeft();
        SQLExpr right = binary.getRight();
        boolean isNull = operator == SQLBinaryOperator.Is || operator == SQLBinaryOperator.IsNot;
        if (isNull ? !(right instanceof SQLNullExpr) : !COMPARISONS.contains(operator)) {
            return null;
        }
        PushedCondition plain =
                of(scope, binary, left, List.of(right), column -> new SQLBinaryOpExpr(column, operator, right));
        return plain != null || isNull
                ? plain
                : of(scope, binary, right, List.of(left), column -> new SQLBinaryOpExpr(left, operator, column));
    }

    private static @Nullable PushedCondition of(
            FromScope scope, SQLExpr condition, SQLExpr side, List<SQLExpr> values, UnaryOperator<SQLExpr> on) {
        if (!values.stream().allMatch(PushedCondition::isValue)) {
            return null;
        }
        FromScope.Found column = Names.columnOf(scope, side, "where clause");
        return column == null ? null : new PushedCondition(condition, column, on, values);
    }

    private static boolean isValue(SQLExpr expr) {
        return expr instanceof SQLLiteralExpr
                || expr instanceof SQLVariantRefExpr parameter
                        && parameter.getName().equals("?")
                || expr instanceof SQLUnaryExpr sign && sign.getExpr() instanceof SQLLiteralExpr;
    }
}
