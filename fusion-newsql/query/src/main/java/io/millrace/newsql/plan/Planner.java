package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLLimit;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlSelectQueryBlock;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans queries. One for each statement, one thread. What it makes is immutable and may be run many times, if it does not
 * {@linkplain #dependsOnSession depend on the session}.
 */
public final class Planner {

    private final QueryPlanner queries;

    public Planner(Tables tables, List<Literal> parameters, SessionScope session) {
        this.queries = new QueryPlanner(tables, parameters, session);
    }

    /** Whether a variable of the session went into the plan: it is good for one execution. */
    public boolean dependsOnSession() {
        return queries.dependsOnSession();
    }

    /** @param names of columns without an alias; empty for the text of their expressions */
    public SelectPlan select(SQLSelect select, List<String> names) {
        return queries.plan(select, null, Ctes.NONE, names);
    }

    // ---- what changes of rows are planned with ----

    /** The table that an expression names. */
    public TableRef table(SQLExpr name) {
        return queries.table(name);
    }

    /** The view that an expression names; null if it names none. */
    public @Nullable ViewText view(SQLExpr name) {
        return queries.view(name);
    }

    /** A compiler of expressions over a scope, with the statement's parameters and session. Its subqueries see the scope's columns. */
    public ExpressionCompiler compiler(Scope scope) {
        return queries.compiler(scope, Ctes.NONE);
    }

    /** Whether a subquery or derived table of what was planned so far reads a table: it cannot be changed by the same statement (1093). */
    public boolean readsInSubquery(TableRef table) {
        return queries.readsNested(table.info().id());
    }

    /** The columns of one table, in the slots from 0 on. */
    public static Scope scopeOf(TableRef table, String alias) {
        FromScope scope = new FromScope(null);
        FromScope.Entry entry = scope.add(table, alias);
        List<FromScope.Found> columns = new ArrayList<>();
        for (int i = 0; i < entry.columns.size(); i++) {
            columns.add(new FromScope.Found(entry, i));
        }
        scope.show(columns);
        return scope;
    }

    /** A column's value as expressions hold it: a TIMESTAMP in the session's zone. */
    public static Expression column(SqlType type, boolean nullable, int slot) {
        return FromScope.column(type, nullable, slot);
    }

    /**
     * A query that finds the rows which a statement changes, and outputs nothing of use.
     *
     * @param otherwise what is not supported if the source is not one table
     */
    public SelectPlan find(
            SQLTableSource source,
            @Nullable SQLExpr where,
            @Nullable SQLOrderBy order,
            @Nullable SQLLimit limit,
            String otherwise) {
        if (!(source instanceof SQLExprTableSource)) {
            throw SqlErrors.unsupported(otherwise);
        }
        return new SelectPlanner(queries, block(source, where, order, limit), List.of("1"), null, Ctes.NONE).plan();
    }

    /**
     * A query that finds the rows of several tables which a statement changes.
     *
     * @param targets aliases or names of the tables, with or without their schema; empty for all that can be changed
     * @throws io.millrace.newsql.mysql.SqlException 1109 for a target that is not in the FROM, 1288 for one that is a query
     */
    public RowsPlan findRows(
            SQLTableSource source,
            @Nullable SQLExpr where,
            @Nullable SQLOrderBy order,
            @Nullable SQLLimit limit,
            List<String> targets) {
        SelectPlanner planner =
                new SelectPlanner(queries, block(source, where, order, limit), List.of("1"), null, Ctes.NONE);
        BlockPlan plan = planner.plan();
        FromScope scope = planner.scope();
        scope.entries.forEach(entry -> java.util.Arrays.fill(entry.wanted, true));
        return RowsPlan.of(plan, scope, planner.from().condition(), targets);
    }

    private static MySqlSelectQueryBlock block(
            SQLTableSource source, @Nullable SQLExpr where, @Nullable SQLOrderBy order, @Nullable SQLLimit limit) {
        MySqlSelectQueryBlock block = new MySqlSelectQueryBlock();
        block.addSelectItem(new SQLSelectItem(new SQLIntegerExpr(1)));
        block.setFrom(source.clone());
        block.setWhere(where == null ? null : where.clone());
        block.setOrderBy(order == null ? null : order.clone());
        block.setLimit(limit == null ? null : limit.clone());
        return block;
    }

    /** An expression that reads no table: of SET, of a default. */
    public Expression scalar(SQLExpr expr) {
        return compiler(Scope.EMPTY).compile(expr, "field list");
    }
}
