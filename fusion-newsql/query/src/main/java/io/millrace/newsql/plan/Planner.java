package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLLimit;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlSelectQueryBlock;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.QueryParts;
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

    private final Tables tables;
    private final List<Literal> parameters;
    private final SessionScope session;
    private final QueryParts parts = QueryParts.NONE;
    private final List<ExpressionCompiler> compilers = new ArrayList<>();
    private boolean dependsOnSession;

    public Planner(Tables tables, List<Literal> parameters, SessionScope session) {
        this.tables = tables;
        this.parameters = parameters;
        this.session = session;
    }

    /** Whether a variable of the session went into the plan: it is good for one execution. */
    public boolean dependsOnSession() {
        return dependsOnSession || compilers.stream().anyMatch(ExpressionCompiler::dependsOnSession);
    }

    /** @param names of columns without an alias; empty for the text of their expressions */
    public SelectPlan select(SQLSelect select, List<String> names) {
        if (select.getWithSubQuery() != null) {
            throw SqlErrors.unsupported("WITH");
        }
        if (!(select.getQuery() instanceof SQLSelectQueryBlock block)) {
            throw SqlErrors.unsupported("UNION");
        }
        return plan(block, names);
    }

    // ---- what changes of rows are planned with ----

    /** The table that an expression names. */
    public TableRef table(SQLExpr name) {
        return FromPlanner.find(tables, name);
    }

    /** A compiler of expressions over a scope, with the statement's parameters and session. */
    public ExpressionCompiler compiler(Scope scope) {
        ExpressionCompiler compiler = new ExpressionCompiler(scope, parameters, session, parts);
        compilers.add(compiler);
        return compiler;
    }

    /** The columns of one table, in the slots from 0 on. */
    public static Scope scopeOf(TableRef table, String alias) {
        FromScope scope = new FromScope();
        scope.add(table, alias, false);
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
        MySqlSelectQueryBlock block = new MySqlSelectQueryBlock();
        block.addSelectItem(new SQLSelectItem(new SQLIntegerExpr(1)));
        block.setFrom(source.clone());
        block.setWhere(where == null ? null : where.clone());
        block.setOrderBy(order == null ? null : order.clone());
        block.setLimit(limit == null ? null : limit.clone());
        return plan(block, List.of("1"));
    }

    private SelectPlan plan(SQLSelectQueryBlock block, List<String> names) {
        SelectPlanner planner = new SelectPlanner(block, names, tables, parameters, session, parts);
        SelectPlan plan = planner.plan();
        dependsOnSession |= planner.dependsOnSession();
        return plan;
    }

    /** An expression that reads no table: of SET, of a default. */
    public Expression scalar(SQLExpr expr) {
        return compiler(Scope.EMPTY).compile(expr, "field list");
    }
}
