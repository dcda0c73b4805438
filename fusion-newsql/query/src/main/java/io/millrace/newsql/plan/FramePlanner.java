package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLOver;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLIntervalExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.plan.WindowPlan.Bound;
import io.millrace.newsql.plan.WindowPlan.Edge;
import io.millrace.newsql.plan.WindowPlan.FrameBounds;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans the frame of a window: ROWS and RANGE with their ends. */
final class FramePlanner {

    private final ExpressionCompiler compiler;

    FramePlanner(ExpressionCompiler compiler) {
        this.compiler = compiler;
    }

    /** @param sort what was compiled of the order's items */
    FrameBounds bounds(SQLOver over, List<SQLSelectOrderByItem> order, List<SortKey> sort) {
        SQLOver.WindowingType type = over.getWindowingType();
        if (type == null) {
            return order.isEmpty() ? FrameBounds.WHOLE : FrameBounds.TO_PEERS;
        }
        boolean rows = type.name().contains("ROWS");
        if (!rows && !type.name().contains("RANGE")) {
            throw SqlErrors.of(1235, "42000", "This version of MySQL doesn't yet support 'GROUPS'");
        }
        SQLOver.WindowingBound begin = over.getWindowingBetweenBeginBound();
        SQLOver.WindowingBound end = over.getWindowingBetweenEndBound();
        Edge from = edge(begin, over.getWindowingBetweenBegin(), over.isWindowingPreceding(), true);
        Edge to = end == null && over.getWindowingBetweenEnd() == null
                ? Edge.CURRENT
                : edge(end, over.getWindowingBetweenEnd(), over.isWindowingBetweenEndPreceding(), false);
        if (from == Edge.LAST) {
            throw SqlErrors.of(3584, "HY000", "Window '<unnamed window>': frame start cannot be UNBOUNDED FOLLOWING.");
        }
        if (to == Edge.FIRST) {
            throw SqlErrors.of(3585, "HY000", "Window '<unnamed window>': frame end cannot be UNBOUNDED PRECEDING.");
        }
        if (from.compareTo(to) > 0) {
            throw SqlErrors.of(
                    3586,
                    "HY000",
                    "Window '<unnamed window>': frame start or end is negative, NULL or of non-integral type");
        }
        return new FrameBounds(
                rows,
                new Bound(from, distance(rows, from, over.getWindowingBetweenBegin(), order, sort)),
                new Bound(to, distance(rows, to, over.getWindowingBetweenEnd(), order, sort)));
    }

    private static Edge edge(
            SQLOver.@Nullable WindowingBound bound, @Nullable SQLExpr distance, boolean preceding, boolean begin) {
        if (bound == null) {
            return preceding || begin && distance != null ? Edge.PRECEDING : Edge.FOLLOWING;
        }
        return switch (bound) {
            case UNBOUNDED_PRECEDING -> Edge.FIRST;
            case UNBOUNDED_FOLLOWING -> Edge.LAST;
            case CURRENT_ROW -> Edge.CURRENT;
            case PRECEDING -> Edge.PRECEDING;
            case FOLLOWING -> Edge.FOLLOWING;
            default -> throw SqlErrors.unsupported("window frame " + bound);
        };
    }

    private @Nullable Expression distance(
            boolean rows, Edge edge, @Nullable SQLExpr expr, List<SQLSelectOrderByItem> order, List<SortKey> sort) {
        if (edge != Edge.PRECEDING && edge != Edge.FOLLOWING || expr == null) {
            return null;
        }
        if (rows) {
            return compiler.compile(expr, "window frame");
        }
        if (order.size() != 1) {
            throw SqlErrors.of(
                    3587,
                    "HY000",
                    "Window '<unnamed window>' with RANGE N PRECEDING/FOLLOWING frame requires exactly one ORDER BY expression, of numeric or temporal type");
        }
        boolean interval = expr instanceof SQLIntervalExpr;
        boolean temporal = sort.get(0).value().type().isTemporal();
        if (temporal != interval) {
            throw temporal
                    ? SqlErrors.of(
                            3588,
                            "HY000",
                            "Window '<unnamed window>' with RANGE frame has ORDER BY expression of datetime type. Only INTERVAL bound value allowed.")
                    : SqlErrors.of(
                            3589,
                            "HY000",
                            "Window '<unnamed window>' with RANGE frame has ORDER BY expression of numeric type, INTERVAL bound value not allowed.");
        }
        boolean back = (edge == Edge.PRECEDING) != sort.get(0).descending();
        SQLExpr end = new SQLBinaryOpExpr(
                order.get(0).getExpr().clone(),
                back ? SQLBinaryOperator.Subtract : SQLBinaryOperator.Add,
                expr.clone());
        return compiler.compile(end, "window frame");
    }
}
