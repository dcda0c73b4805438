package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLLimit;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.expr.SQLDefaultExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLInsertStatement.ValuesClause;
import com.alibaba.druid.sql.ast.statement.SQLReplaceStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUpdateSetItem;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlDeleteStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlInsertStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlSelectQueryBlock;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlUpdateStatement;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.expression.Subqueries;
import io.millrace.newsql.plan.WritePlan.Assignment;
import io.millrace.newsql.plan.WritePlan.OnDuplicate;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans queries and changes of rows. One for each statement, one thread. What it makes is immutable and may be run many times, if it does not
 * {@linkplain #dependsOnSession depend on the session}.
 */
public final class Planner {

    private final Tables tables;
    private final List<Literal> parameters;
    private final SessionScope session;
    private final Subqueries subqueries;
    private boolean dependsOnSession;

    public Planner(Tables tables, List<Literal> parameters, SessionScope session, Subqueries subqueries) {
        this.tables = tables;
        this.parameters = parameters;
        this.session = session;
        this.subqueries = subqueries;
    }

    /** Whether a variable of the session went into the plan: it is good for one execution. */
    public boolean dependsOnSession() {
        return dependsOnSession;
    }

    /** @param names of columns without an alias; empty for the text of their expressions */
    public SelectPlan select(SQLSelect select, List<String> names) {
        if (select.getWithSubQuery() != null) {
            throw SqlErrors.unsupported("WITH");
        }
        if (!(select.getQuery() instanceof SQLSelectQueryBlock block)) {
            throw SqlErrors.unsupported("UNION");
        }
        SelectPlanner planner = new SelectPlanner(block, names, tables, parameters, session, subqueries);
        SelectPlan plan = planner.plan();
        dependsOnSession |= planner.dependsOnSession();
        return plan;
    }

    // ---- INSERT and REPLACE ----

    public WritePlan insert(MySqlInsertStatement insert) {
        OnDuplicate onDuplicate = !insert.getDuplicateKeyUpdate().isEmpty()
                ? OnDuplicate.UPDATE
                : insert.isIgnore() ? OnDuplicate.IGNORE : OnDuplicate.FAIL;
        TableRef table = FromPlanner.find(tables, insert.getTableSource().getExpr());
        String alias = insert.getAlias() == null ? table.info().name() : ExpressionCompiler.unquote(insert.getAlias());
        WritePlan.Insert rows =
                insert(table, insert.getColumns(), insert.getValuesList(), insert.getQuery(), onDuplicate);
        return new WritePlan.Insert(
                table,
                rows.columns(),
                rows.rows(),
                rows.query(),
                onDuplicate,
                updates(table, alias, insert.getDuplicateKeyUpdate()));
    }

    public WritePlan replace(SQLReplaceStatement replace) {
        TableRef table = FromPlanner.find(tables, replace.getTableSource().getExpr());
        SQLSelect query = replace.getQuery() == null ? null : replace.getQuery().getSubQuery();
        return insert(table, replace.getColumns(), replace.getValuesList(), query, OnDuplicate.REPLACE);
    }

    private WritePlan.Insert insert(
            TableRef table,
            List<SQLExpr> names,
            List<ValuesClause> values,
            @Nullable SQLSelect query,
            OnDuplicate onDuplicate) {
        table.stored();
        int[] columns = columns(table.info(), names);
        SelectPlan source = query == null ? null : select(query, List.of());
        if (source != null && source.output().size() != columns.length) {
            throw SqlErrors.of(1136, "21S01", "Column count doesn't match value count at row 1");
        }
        List<List<@Nullable Expression>> rows = new ArrayList<>();
        ExpressionCompiler compiler = new ExpressionCompiler(insertScope(table), parameters, session, subqueries);
        for (ValuesClause row : values) {
            rows.add(row(compiler, row.getValues(), columns.length, names.isEmpty(), rows.size() + 1));
        }
        dependsOnSession |= compiler.dependsOnSession();
        return new WritePlan.Insert(table, columns, rows, source, onDuplicate, List.of());
    }

    /** In VALUES a column is what the row has by then: its own values, left to right, or defaults. */
    private static Scope insertScope(TableRef table) {
        return (schema, owner, column, clause) -> {
            int ordinal = table.info().ordinalOf(column);
            if (ordinal < 0) {
                throw SqlErrors.unknownColumn(column, clause);
            }
            return FromScope.column(table.info().columns().get(ordinal).type(), true, ordinal);
        };
    }

    private static List<@Nullable Expression> row(
            ExpressionCompiler compiler, List<SQLExpr> values, int count, boolean mayBeEmpty, int number) {
        List<@Nullable Expression> row = new ArrayList<>(values.size());
        if (values.size() != count && !(values.isEmpty() && mayBeEmpty)) {
            throw SqlErrors.of(1136, "21S01", "Column count doesn't match value count at row " + number);
        }
        for (SQLExpr value : values) {
            row.add(isDefault(value) ? null : compiler.compile(value, "field list"));
        }
        for (int i = values.size(); i < count; i++) {
            row.add(null);
        }
        return row;
    }

    private static boolean isDefault(SQLExpr value) {
        return value instanceof SQLDefaultExpr
                || value instanceof SQLIdentifierExpr name && name.getName().equalsIgnoreCase("DEFAULT");
    }

    private static int[] columns(TableInfo table, List<SQLExpr> names) {
        if (names.isEmpty()) {
            int[] all = new int[table.columns().size()];
            for (int i = 0; i < all.length; i++) {
                all[i] = i;
            }
            return all;
        }
        int[] columns = new int[names.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = ordinal(table, names.get(i));
            for (int before = 0; before < i; before++) {
                if (columns[before] == columns[i]) {
                    throw SqlErrors.of(
                            1110,
                            "42000",
                            "Column '" + table.columns().get(columns[i]).name() + "' specified twice");
                }
            }
        }
        return columns;
    }

    private static int ordinal(TableInfo table, SQLExpr name) {
        String plain = ExpressionCompiler.unquote(
                name instanceof SQLPropertyExpr property ? property.getName() : name.toString());
        int ordinal = table.ordinalOf(plain);
        if (ordinal < 0) {
            throw SqlErrors.unknownColumn(plain, "field list");
        }
        return ordinal;
    }

    private List<Assignment> updates(TableRef table, String alias, List<SQLExpr> items) {
        FromScope scope = new FromScope();
        FromScope.Entry old = scope.add(table, alias, false);
        int width = old.wanted.length;
        Scope both = (schema, owner, column, clause) -> {
            int ordinal = table.info().ordinalOf(column);
            if (Scope.VALUES.equals(owner) && ordinal >= 0) {
                return FromScope.column(table.info().columns().get(ordinal).type(), true, width + ordinal);
            }
            return scope.resolve(schema, owner, column, clause);
        };
        ExpressionCompiler compiler = new ExpressionCompiler(both, parameters, session, subqueries);
        List<Assignment> updates = new ArrayList<>();
        for (SQLExpr item : items) {
            SQLExpr column;
            SQLExpr value;
            if (item instanceof com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr equal) {
                column = equal.getLeft();
                value = equal.getRight();
            } else {
                com.alibaba.druid.sql.ast.statement.SQLAssignItem assigned =
                        (com.alibaba.druid.sql.ast.statement.SQLAssignItem) item;
                column = assigned.getTarget();
                value = assigned.getValue();
            }
            updates.add(new Assignment(
                    ordinal(table.info(), column), isDefault(value) ? null : compiler.compile(value, "field list")));
        }
        dependsOnSession |= compiler.dependsOnSession();
        return updates;
    }

    // ---- UPDATE and DELETE ----

    public WritePlan update(SQLUpdateStatement update) {
        MySqlUpdateStatement mysql = (MySqlUpdateStatement) update;
        SelectPlanner found = finding(
                update.getTableSource(), update.getWhere(), mysql.getOrderBy(), mysql.getLimit(), "multi-table UPDATE");
        SelectPlan plan = found.plan();
        TableRef table = plan.levels().get(0).table();
        table.stored();
        FromScope scope = new FromScope();
        scope.add(table, plan.levels().get(0).alias(), false);
        ExpressionCompiler compiler = new ExpressionCompiler(scope, parameters, session, subqueries);
        List<Assignment> assignments = new ArrayList<>();
        for (SQLUpdateSetItem item : update.getItems()) {
            int ordinal = ordinal(table.info(), item.getColumn());
            assignments.add(new Assignment(
                    ordinal, isDefault(item.getValue()) ? null : compiler.compile(item.getValue(), "field list")));
        }
        dependsOnSession |= compiler.dependsOnSession() || found.dependsOnSession();
        return new WritePlan.Update(table, plan, assignments, mysql.isIgnore());
    }

    public WritePlan delete(SQLDeleteStatement delete) {
        MySqlDeleteStatement mysql = (MySqlDeleteStatement) delete;
        if (delete.getFrom() != null || delete.getUsing() != null) {
            throw SqlErrors.unsupported("multi-table DELETE");
        }
        SelectPlanner found = finding(
                delete.getTableSource(), delete.getWhere(), mysql.getOrderBy(), mysql.getLimit(), "multi-table DELETE");
        SelectPlan plan = found.plan();
        TableRef table = plan.levels().get(0).table();
        table.stored();
        dependsOnSession |= found.dependsOnSession();
        return new WritePlan.Delete(table, plan);
    }

    /** A query that finds the rows that a statement changes. */
    private SelectPlanner finding(
            SQLTableSource source,
            @Nullable SQLExpr where,
            @Nullable SQLOrderBy order,
            @Nullable SQLLimit limit,
            String otherwise) {
        if (!(source instanceof SQLExprTableSource)) {
            throw SqlErrors.unsupported(otherwise);
        }
        MySqlSelectQueryBlock block = new MySqlSelectQueryBlock();
        block.addSelectItem(new SQLSelectItem(new com.alibaba.druid.sql.ast.expr.SQLIntegerExpr(1)));
        block.setFrom(source.clone());
        block.setWhere(where == null ? null : where.clone());
        block.setOrderBy(order == null ? null : order.clone());
        block.setLimit(limit == null ? null : limit.clone());
        return new SelectPlanner(block, List.of("1"), tables, parameters, session, subqueries);
    }

    /** An expression that reads no table: of SET, of a default. */
    public Expression scalar(SQLExpr expr) {
        ExpressionCompiler compiler = new ExpressionCompiler(Scope.EMPTY, parameters, session, subqueries);
        Expression compiled = compiler.compile(expr, "field list");
        dependsOnSession |= compiler.dependsOnSession();
        return compiled;
    }
}
