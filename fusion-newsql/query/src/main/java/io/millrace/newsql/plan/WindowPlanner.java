package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.SQLOrderingSpecification;
import com.alibaba.druid.sql.ast.SQLOver;
import com.alibaba.druid.sql.ast.SQLWindow;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.plan.WindowPlan.FrameBounds;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Plans the window functions of one block: those over the same partitions in the same order are computed together. One thread. */
final class WindowPlanner {

    /** Windows in the making. */
    private record Pending(List<Expression> partition, List<SortKey> order, List<WindowCall> calls) {}

    private final ExpressionCompiler compiler;
    private final UnaryOperator<SQLExpr> rewriting;
    private final Map<String, SQLOver> named = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Map<String, Pending> pending = new LinkedHashMap<>();
    private final Map<String, Expression> known = new LinkedHashMap<>();
    private final WindowCalls calls;
    private int slot;

    WindowPlanner(
            SQLSelectQueryBlock block,
            ExpressionCompiler compiler,
            WindowCalls calls,
            int slot,
            UnaryOperator<SQLExpr> rewriting) {
        this.compiler = compiler;
        this.calls = calls;
        this.slot = slot;
        this.rewriting = rewriting;
        if (block.getWindows() != null) {
            for (SQLWindow window : block.getWindows()) {
                String name = ExpressionCompiler.unquote(window.getName().getSimpleName());
                if (named.put(name, window.getOver()) != null) {
                    throw SqlErrors.of(3591, "HY000", "Window '" + name + "' is defined twice.");
                }
            }
        }
    }

    /** The windows, in the order in which they are computed. */
    List<WindowPlan> plans() {
        return pending.values().stream()
                .map(each -> new WindowPlan(each.partition(), each.order(), List.copyOf(each.calls())))
                .toList();
    }

    /** The value of a call: a slot. */
    Expression window(SQLAggregateExpr call) {
        SQLOver over = over(call);
        String text = call.getMethodName()
                + call.getArguments()
                + call.getOption()
                + call.isIgnoreNulls()
                + over
                + bounds(over);
        Expression before = known.get(text);
        if (before != null) {
            return before;
        }
        if (call.isIgnoreNulls()) {
            throw SqlErrors.unsupported("IGNORE NULLS");
        }
        List<SQLSelectOrderByItem> order = orderOf(over);
        Pending window = pendingOf(over, order);
        FrameBounds frame = new FramePlanner(compiler).bounds(over, order, window.order());
        WindowCall planned = calls.plan(call, frame, slot);
        slot += 1 + planned.inputs().size();
        window.calls().add(planned);
        boolean counts = planned.aggregate() != null
                && planned.aggregate().kind() == io.millrace.newsql.expression.AggregateCall.Kind.COUNT;
        boolean nullable =
                switch (planned.kind()) {
                    case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> false;
                    case AGGREGATE -> !counts;
                    default -> true;
                };
        Expression value = Expression.slot(planned.type(), nullable, planned.slot());
        known.put(text, value);
        return value;
    }

    private static String bounds(SQLOver over) {
        return over.getWindowingType() + " " + over.getWindowingBetweenBegin() + over.getWindowingBetweenBeginBound()
                + over.getWindowingBetweenEnd() + over.getWindowingBetweenEndBound();
    }

    private Pending pendingOf(SQLOver over, List<SQLSelectOrderByItem> order) {
        String key = over.getPartitionBy() + "/" + order;
        Pending found = pending.get(key);
        if (found != null) {
            return found;
        }
        List<Expression> partition = new ArrayList<>();
        for (SQLExpr expr : over.getPartitionBy()) {
            partition.add(compiler.compile(rewriting.apply(expr), "window partition by"));
        }
        List<SortKey> sort = new ArrayList<>();
        for (SQLSelectOrderByItem item : order) {
            sort.add(new SortKey(
                    compiler.compile(rewriting.apply(item.getExpr()), "window order by"),
                    item.getType() == SQLOrderingSpecification.DESC));
        }
        Pending window = new Pending(partition, sort, new ArrayList<>());
        pending.put(key, window);
        return window;
    }

    private static List<SQLSelectOrderByItem> orderOf(SQLOver over) {
        SQLOrderBy order = over.getOrderBy();
        return order == null ? List.of() : order.getItems();
    }

    // ---- named windows ----

    private SQLOver over(SQLAggregateExpr call) {
        if (call.getOverRef() != null) {
            return byName(ExpressionCompiler.unquote(call.getOverRef().getSimpleName()), 0);
        }
        SQLOver over = java.util.Objects.requireNonNull(call.getOver(), "a window function");
        return based(over, 0);
    }

    private SQLOver byName(String name, int depth) {
        SQLOver window = named.get(name);
        if (window == null) {
            throw SqlErrors.of(3579, "HY000", "Window name '" + name + "' is not defined.");
        }
        if (depth > named.size()) {
            throw SqlErrors.of(3580, "HY000", "There is a circularity in the window dependency graph.");
        }
        return based(window, depth + 1);
    }

    /** A window that names another takes its partitions, and its order if it has none of its own. */
    private SQLOver based(SQLOver over, int depth) {
        if (over.getOf() == null) {
            return over;
        }
        String name = ExpressionCompiler.unquote(over.getOf().getSimpleName());
        SQLOver base = byName(name, depth);
        if (!over.getPartitionBy().isEmpty()) {
            throw SqlErrors.of(3581, "HY000", "A window which depends on another cannot define partitioning.");
        }
        if (base.getWindowingType() != null) {
            throw SqlErrors.of(
                    3582,
                    "HY000",
                    "Window '" + name + "' has a frame definition, so cannot be referenced by another window.");
        }
        if (base.getOrderBy() != null && over.getOrderBy() != null) {
            throw SqlErrors.of(
                    3583,
                    "HY000",
                    "Window '<unnamed window>' cannot inherit '" + name + "' since both contain an ORDER BY clause.");
        }
        SQLOver whole = over.clone();
        base.getPartitionBy().forEach(expr -> whole.getPartitionBy().add(expr.clone()));
        if (over.getOrderBy() == null && base.getOrderBy() != null) {
            whole.setOrderBy(base.getOrderBy().clone());
        }
        return whole;
    }
}
