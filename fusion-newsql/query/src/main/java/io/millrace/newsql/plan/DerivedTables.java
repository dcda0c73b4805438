package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSubqueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUnionQueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLValuesTableSource;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.plan.FromScope.Column;
import io.millrace.newsql.plan.JoinGroup.Derived;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Plans what stands in a FROM and is a query: derived tables, VALUES, LATERAL, views and common table expressions. */
final class DerivedTables {

    /** A query as a table. @param view that it is; null for any other */
    record Source(String alias, List<Column> columns, Derived derived, @Nullable ViewText view) {

        Source narrowedBy(JoinGroup.Narrower narrower) {
            return new Source(alias, columns, new Derived(derived.query(), derived.blocks(), narrower), view);
        }
    }

    private final QueryPlanner queries;
    private final FromScope scope;
    private final Ctes ctes;
    private final Locking locking;

    DerivedTables(QueryPlanner queries, FromScope scope, Ctes ctes, Locking locking) {
        this.queries = queries;
        this.scope = scope;
        this.ctes = ctes;
        this.locking = locking;
    }

    Source plan(SQLTableSource source) {
        if (source instanceof SQLSubqueryTableSource derived) {
            return derived(derived.getSelect(), source.getAlias(), derived.getColumns());
        }
        if (source instanceof SQLUnionQueryTableSource union) {
            return derived(new SQLSelect(union.getUnion()), source.getAlias(), union.getColumns());
        }
        if (source instanceof SQLValuesTableSource values) {
            SelectPlan plan = queries.values(values, outer(), ctes);
            return source(plan, 1, source.getAlias(), values.getColumns());
        }
        if (source instanceof SQLExprTableSource table && table.getExpr() instanceof SQLMethodInvokeExpr call) {
            return lateral(table, call);
        }
        if (source instanceof SQLExprTableSource table) {
            return named(table);
        }
        throw SqlErrors.unsupported("table " + source);
    }

    /** A derived table sees what is around its block, not the tables beside it. */
    private io.millrace.newsql.expression.@Nullable Scope outer() {
        return scope.outer();
    }

    private Source derived(SQLSelect select, @Nullable String alias, List<SQLName> columns) {
        Source source = source(queries.plan(select, outer(), ctes, List.of()), 1, alias, columns);
        return source.narrowedBy(conditions -> queries.narrowed(select, outer(), ctes, conditions));
    }

    private Source lateral(SQLExprTableSource table, SQLMethodInvokeExpr call) {
        if (!call.getMethodName().equalsIgnoreCase("LATERAL")
                || call.getArguments().size() != 1
                || !(call.getArguments().get(0) instanceof SQLQueryExpr query)) {
            throw SqlErrors.unsupported("table function " + call.getMethodName());
        }
        SelectPlan plan = queries.plan(query.getSubQuery(), scope, ctes, List.of());
        return source(plan, 0, table.getAlias(), table.getColumns());
    }

    private Source named(SQLExprTableSource table) {
        Ctes.Cte cte = table.getExpr() instanceof SQLIdentifierExpr name
                ? ctes.find(ExpressionCompiler.unquote(name.getName()))
                : null;
        if (cte != null) {
            SelectPlan plan = cte.work != null ? cte.work : new CtePlanner(queries).plan(cte);
            String alias = table.getAlias() == null ? cte.name : Names.alias(table.getAlias());
            Source source = source(plan, scope.depth() - cte.depth + 1, alias, List.of());
            return cte.work != null || cte.recursive
                    ? source
                    : source.narrowedBy(conditions -> new CtePlanner(queries).narrowed(cte, conditions));
        }
        ViewText view = java.util.Objects.requireNonNull(queries.view(table.getExpr()), "a query or a view");
        String alias = table.getAlias() == null ? view.name() : Names.alias(table.getAlias());
        RowLock lock = locking.of("", alias);
        Source source = source(queries.viewPlan(view, lock), 1, alias, List.of());
        return new Source(source.alias(), source.columns(), source.derived(), view)
                .narrowedBy(conditions -> queries.narrowedView(view, lock, conditions));
    }

    private Source source(SelectPlan plan, int blocks, @Nullable String alias, List<SQLName> names) {
        if (alias == null) {
            throw SqlErrors.of(1248, "42000", "Every derived table must have its own alias");
        }
        List<String> columns =
                names.stream().map(name -> Names.last((SQLExpr) name)).toList();
        if (plan.correlated() && blocks > 0) {
            scope.markOuter();
        }
        return new Source(
                Names.alias(alias), columns(plan, columns, Names.alias(alias)), new Derived(plan, blocks, null), null);
    }

    /** The columns of a query as a table. @param names given to it; empty for its own */
    static List<Column> columns(SelectPlan plan, List<String> names, String table) {
        if (!names.isEmpty() && names.size() != plan.output().size()) {
            throw SqlErrors.of(
                    1353,
                    "HY000",
                    "In definition of view, derived table or common table expression, SELECT list and column names list have different column counts");
        }
        Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < plan.output().size(); i++) {
            String name = names.isEmpty() ? plan.columns().get(i).name() : names.get(i);
            if (!seen.add(name)) {
                throw SqlErrors.of(1060, "42S21", "Duplicate column name '" + name + "'");
            }
            columns.add(new Column(
                    name, plan.output().get(i).type(), plan.output().get(i).nullable()));
        }
        return columns;
    }
}
