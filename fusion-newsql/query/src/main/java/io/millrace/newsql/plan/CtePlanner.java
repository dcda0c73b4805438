package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectQuery;
import com.alibaba.druid.sql.ast.statement.SQLUnionOperator;
import com.alibaba.druid.sql.ast.statement.SQLUnionQuery;
import com.alibaba.druid.sql.ast.statement.SQLWithSubqueryClause;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans common table expressions, each once however often it is named. */
final class CtePlanner {

    private final QueryPlanner queries;

    CtePlanner(QueryPlanner queries) {
        this.queries = queries;
    }

    /** What the query of a WITH can name. */
    Ctes with(SQLWithSubqueryClause with, @Nullable Scope outer, Ctes around) {
        Ctes all = around;
        List<String> names = new ArrayList<>();
        for (SQLWithSubqueryClause.Entry entry : with.getEntries()) {
            String name = Names.alias(entry.getAlias());
            if (names.stream().anyMatch(name::equalsIgnoreCase)) {
                throw SqlErrors.of(1066, "42000", "Not unique table/alias: '" + name + "'");
            }
            names.add(name);
            List<String> columns = entry.getColumns().stream()
                    .map(column -> ExpressionCompiler.unquote(((SQLName) column).getSimpleName()))
                    .toList();
            boolean recursive = Boolean.TRUE.equals(with.getRecursive()) && names(entry.getSubQuery(), name);
            FromScope block = outer instanceof FromScope scope ? scope : null;
            int depth = outer == null ? 0 : block == null ? 1 : block.depth() + 1;
            all = all.with(new Ctes.Cte(name, entry.getSubQuery(), columns, recursive, all, block, depth, null));
        }
        return all;
    }

    /** The plan of one, with the names of its columns. */
    SelectPlan plan(Ctes.Cte cte) {
        SelectPlan plan = cte.plan;
        if (plan == null) {
            plan = cte.recursive ? recursive(cte) : plain(cte);
            cte.plan = plan;
        }
        return plan;
    }

    private SelectPlan plain(Ctes.Cte cte) {
        SelectPlan plan = queries.plan(cte.query, cte.outer, cte.before, List.of());
        return renamed(plan, cte.columns, cte.name);
    }

    /** One that is not recursive, with conditions on its columns; null if it can check none of them. */
    Narrowing.@Nullable Narrowed narrowed(Ctes.Cte cte, List<PushedCondition> conditions) {
        Narrowing.Narrowed found = queries.narrowed(cte.query, cte.outer, cte.before, conditions);
        return found == null
                ? null
                : new Narrowing.Narrowed(renamed(found.plan(), cte.columns, cte.name), found.taken());
    }

    /** The same rows under other names. */
    static SelectPlan renamed(SelectPlan plan, List<String> names, String table) {
        List<FromScope.Column> columns = DerivedTables.columns(plan, names, table);
        if (names.isEmpty()) {
            return plan;
        }
        List<ColumnDefinition> definitions = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            definitions.add(
                    ResultColumns.of(columns.get(i).name(), plan.output().get(i)));
        }
        return new SetPlan(
                SetPlan.Kind.UNION,
                true,
                List.of(plan),
                SetPlanner.slots(plan.output()),
                definitions,
                List.of(),
                null,
                null,
                plan.correlated());
    }

    // ---- recursion ----

    private SelectPlan recursive(Ctes.Cte cte) {
        if (!(cte.query.getQuery() instanceof SQLUnionQuery union)
                || cte.query.getOrderBy() != null
                || union.getOrderBy() != null) {
            throw SqlErrors.of(
                    3573, "HY000", "Recursive Common Table Expression '" + cte.name + "' should contain a UNION");
        }
        List<SQLSelectQuery> parts = new ArrayList<>();
        boolean all = flatten(union, parts);
        List<SQLSelectQuery> seeds = new ArrayList<>();
        List<SQLSelectQuery> steps = new ArrayList<>();
        for (SQLSelectQuery part : parts) {
            boolean steps1 = names(new SQLSelect(part), cte.name);
            if (!steps1 && !steps.isEmpty()) {
                throw SqlErrors.of(
                        3574,
                        "HY000",
                        "Recursive Common Table Expression '" + cte.name
                                + "' should have one or more non-recursive query blocks followed by one or more recursive ones");
            }
            (steps1 ? steps : seeds).add(part);
        }
        if (seeds.isEmpty()) {
            throw SqlErrors.of(
                    3574,
                    "HY000",
                    "Recursive Common Table Expression '" + cte.name
                            + "' should have one or more non-recursive query blocks followed by one or more recursive ones");
        }
        SetPlanner sets = new SetPlanner(queries, cte.outer, cte.before);
        List<SelectPlan> seedPlans = new ArrayList<>();
        seeds.forEach(seed -> seedPlans.add(queries.plan(seed, cte.outer, cte.before, List.of())));
        SelectPlan seed = seedPlans.size() == 1 ? seedPlans.get(0) : sets.united(seedPlans, all);
        List<Expression> output = new ArrayList<>();
        List<ColumnDefinition> columns = new ArrayList<>();
        List<FromScope.Column> names = DerivedTables.columns(seed, cte.columns, cte.name);
        for (int i = 0; i < names.size(); i++) {
            output.add(Expression.slot(names.get(i).type(), true, i));
            columns.add(ResultColumns.of(names.get(i).name(), output.get(i)));
        }
        WorkPlan work = new WorkPlan(cte.name, output, columns);
        Ctes inside = cte.before.with(
                new Ctes.Cte(cte.name, cte.query, List.of(), true, cte.before, cte.outer, cte.depth, work));
        List<SelectPlan> stepPlans = new ArrayList<>();
        for (SQLSelectQuery step : steps) {
            SelectPlan plan = queries.plan(step, cte.outer, inside, List.of());
            SetPlanner.checkWidth(output.size(), plan.output().size());
            stepPlans.add(plan);
        }
        boolean correlated = cte.outer != null && seed.correlated();
        return new RecursivePlan(seed, stepPlans, work, !all, output, columns, correlated);
    }

    /** @return whether all of it is UNION ALL */
    private static boolean flatten(SQLUnionQuery union, List<SQLSelectQuery> parts) {
        boolean all = union.getOperator() == SQLUnionOperator.UNION_ALL;
        for (SQLSelectQuery part : union.getRelations()) {
            if (part instanceof SQLUnionQuery inner && !inner.isParenthesized()) {
                all &= flatten(inner, parts);
            } else {
                parts.add(part);
            }
        }
        return all;
    }

    /** Whether a query names a table. */
    private static boolean names(SQLSelect query, String name) {
        boolean[] found = new boolean[1];
        query.accept(new MySqlASTVisitorAdapter() {
            @Override
            public boolean visit(SQLExprTableSource table) {
                found[0] |= table.getExpr() instanceof com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr plain
                        && ExpressionCompiler.unquote(plain.getName()).equalsIgnoreCase(name);
                return true;
            }
        });
        return found[0];
    }
}
