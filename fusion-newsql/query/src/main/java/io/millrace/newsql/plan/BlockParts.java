package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLUnionQuery;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.QueryParts;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the expressions of one block hand to the planner: subqueries and window functions. One thread. */
final class BlockParts implements QueryParts {

    /** A subquery. @param tables of this block that it reads @param kept stands for its rows in what a run remembers */
    private record Planned(SelectPlan plan, BitSet tables, Object kept) {}

    private final QueryPlanner queries;
    private final Scope scope;
    private final Ctes ctes;
    private final List<SelectPlan> plans = new ArrayList<>();

    /** A condition may be compiled more than once: its subquery is planned, and run, once. */
    private final Map<SQLSelect, Planned> known = new IdentityHashMap<>();

    private @Nullable WindowPlanner windows;

    BlockParts(QueryPlanner queries, Scope scope, Ctes ctes) {
        this.queries = queries;
        this.scope = scope;
        this.ctes = ctes;
    }

    /** Window functions are allowed from now on; null: no longer. */
    void windows(@Nullable WindowPlanner planner) {
        windows = planner;
    }

    /** The subqueries that were planned. */
    List<SelectPlan> plans() {
        return plans;
    }

    private SelectPlan plan(SQLSelect query) {
        Planned planned = known.get(query);
        if (planned == null) {
            planned = planned(query);
            known.put(query, planned);
            plans.add(planned.plan());
        } else if (scope instanceof FromScope block) {
            block.touch(planned.tables());
        }
        return planned.plan();
    }

    private Planned planned(SQLSelect query) {
        if (!(scope instanceof FromScope block)) {
            return new Planned(queries.plan(query, scope, ctes, List.of()), new BitSet(), new Object());
        }
        BitSet before = block.touched();
        block.startTracking();
        SelectPlan plan = queries.plan(query, scope, ctes, List.of());
        BitSet tables = block.touched();
        block.touch(before);
        return new Planned(plan, tables, new Object());
    }

    private SelectPlan plan(SQLSelect query, int width) {
        SelectPlan plan = plan(query);
        if (plan.output().size() != width) {
            throw SqlErrors.of(1241, "21000", "Operand should contain " + width + " column(s)");
        }
        return plan;
    }

    @Override
    public Expression scalar(SQLSelect query) {
        return Subqueries.scalar(plan(query, 1));
    }

    private static void refuseLimit(SQLSelect query) {
        boolean cut = query.getLimit() != null
                || query.getQuery() instanceof SQLSelectQueryBlock block && block.getLimit() != null
                || query.getQuery() instanceof SQLUnionQuery union && union.getLimit() != null;
        if (cut) {
            throw SqlErrors.unsupported("LIMIT & IN/ALL/ANY/SOME subquery");
        }
    }

    @Override
    public Expression in(List<Expression> left, SQLSelect query, boolean not) {
        refuseLimit(query);
        SelectPlan plan = plan(query, left.size());
        return InSubquery.of(left, plan, not, kept(query));
    }

    /** What stands for the rows of a query that was planned. */
    private Object kept(SQLSelect query) {
        return java.util.Objects.requireNonNull(known.get(query), "a planned query")
                .kept();
    }

    /** The values that a column is looked for by in {@code column IN (query)}, which was compiled before; null if it cannot be. */
    Path.@Nullable Values rows(Expression column, SQLSelect query) {
        Planned planned = known.get(query);
        return planned == null || planned.plan().output().size() != 1
                ? null
                : InSubquery.values(column, planned.plan(), planned.kept());
    }

    @Override
    public Expression exists(SQLSelect query, boolean not) {
        return Subqueries.exists(plan(query), not);
    }

    @Override
    public Expression quantified(Expression left, String operator, Quantifier quantifier, SQLSelect query) {
        refuseLimit(query);
        SelectPlan plan = plan(query, 1);
        if (operator.equals("=") && quantifier == Quantifier.ANY) {
            return InSubquery.of(List.of(left), plan, false, kept(query));
        }
        if ((operator.equals("<>") || operator.equals("!=")) && quantifier == Quantifier.ALL) {
            return InSubquery.of(List.of(left), plan, true, kept(query));
        }
        return Subqueries.quantified(left, RowComparison.Operator.of(operator), quantifier == Quantifier.ALL, plan);
    }

    @Override
    public Expression row(List<Expression> left, String operator, SQLSelect query) {
        return Subqueries.row(left, RowComparison.Operator.of(operator), plan(query, left.size()));
    }

    @Override
    public Expression window(SQLAggregateExpr call) {
        WindowPlanner planner = windows;
        if (planner == null) {
            throw SqlErrors.of(
                    3593,
                    "HY000",
                    "You cannot use the window function '"
                            + call.getMethodName().toLowerCase(java.util.Locale.ROOT) + "' in this context.'");
        }
        return planner.window(call);
    }
}
