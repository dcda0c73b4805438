package io.millrace.newsql.write;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLDefaultExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLLiteralExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import com.alibaba.druid.sql.ast.statement.SQLAssignItem;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLInsertStatement.ValuesClause;
import com.alibaba.druid.sql.ast.statement.SQLReplaceStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLUpdateSetItem;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlDeleteStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlInsertStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.plan.ColumnDefault;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.write.WritePlan.Assignment;
import io.millrace.newsql.write.WritePlan.OnDuplicate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans changes of rows. One for each statement, one thread. */
public final class WritePlanner {

    private final Planner planner;

    /** @param planner of the same statement: tables, parameters and session are its */
    public WritePlanner(Planner planner) {
        this.planner = planner;
    }

    // ---- INSERT and REPLACE ----

    public WritePlan insert(MySqlInsertStatement insert) {
        InsertTarget target = InsertTarget.of(planner, insert.getTableSource().getExpr(), insert.getColumns());
        List<SQLExpr> updates = insert.getDuplicateKeyUpdate();
        SQLSelect query = insert.getQuery();
        if (updates.isEmpty()) {
            OnDuplicate onDuplicate = insert.isIgnore() ? OnDuplicate.IGNORE : OnDuplicate.FAIL;
            return insert(target, insert.getValuesList(), query, onDuplicate, insert.isIgnore(), 0);
        }
        List<SQLAssignItem> items = target.assignments(updates, query != null);
        TableInfo info = target.table().info();
        QueryColumns read = query == null
                ? null
                : QueryColumns.of(
                        query, info, items.stream().map(SQLAssignItem::getValue).toList());
        WritePlan.Insert rows = insert(
                target,
                insert.getValuesList(),
                read == null ? null : read.query(),
                OnDuplicate.UPDATE,
                insert.isIgnore(),
                read == null ? 0 : read.columns().size());
        return new WritePlan.Insert(
                rows.tables(),
                rows.table(),
                rows.columns(),
                rows.rows(),
                rows.early(),
                rows.query(),
                OnDuplicate.UPDATE,
                insert.isIgnore(),
                rows.check(),
                updates(rows.table(), items, rows.query(), read));
    }

    public WritePlan replace(SQLReplaceStatement replace) {
        InsertTarget target = InsertTarget.of(planner, replace.getTableSource().getExpr(), replace.getColumns());
        if (target.view() != null && target.view().isJoin()) {
            throw ViewChanges.noDelete(target.view());
        }
        SQLSelect query = replace.getQuery() == null ? null : replace.getQuery().getSubQuery();
        return insert(target, replace.getValuesList(), query, OnDuplicate.REPLACE, false, 0);
    }

    /** INSERT INTO columns of a table, of a query: what fills a table that is made of it. */
    public WritePlan fill(TableRef table, List<String> columns, SQLSelect query) {
        List<SQLExpr> names = new ArrayList<>();
        columns.forEach(column -> names.add(new SQLIdentifierExpr("`" + column.replace("`", "``") + "`")));
        return insert(new InsertTarget(table, names, null), List.of(), query, OnDuplicate.FAIL, false, 0);
    }

    /** @param more columns of the query that are not inserted */
    private WritePlan.Insert insert(
            InsertTarget target,
            List<ValuesClause> values,
            @Nullable SQLSelect query,
            OnDuplicate onDuplicate,
            boolean ignore,
            int more) {
        TableRef table = target.table();
        List<SQLExpr> names = target.columns();
        table.stored();
        int[] columns = columns(table.info(), names);
        SelectPlan source = query == null ? null : planner.select(query, List.of());
        if (source != null) {
            if (source.output().size() - more != columns.length) {
                throw SqlErrors.of(1136, "21S01", "Column count doesn't match value count at row 1");
            }
            for (int column : columns) {
                checkNotGenerated(table.info(), column);
            }
        }
        List<List<@Nullable Expression>> rows = new ArrayList<>();
        ExpressionCompiler compiler = planner.compiler(insertScope(table));
        for (ValuesClause row : values) {
            rows.add(row(compiler, table.info(), columns, row.getValues(), names.isEmpty(), rows.size() + 1));
        }
        WritePlan.ViewCheck check = check(target.view(), insertScope(table));
        WriteTables tables = WriteTables.of(planner, List.of(table));
        return new WritePlan.Insert(
                tables, table, columns, rows, early(values, rows), source, onDuplicate, ignore, check, List.of());
    }

    /** What a view demands of rows that are written through it. @param scope the row, in the slots from 0 on */
    private WritePlan.@Nullable ViewCheck check(@Nullable WrittenView view, Scope scope) {
        SQLExpr condition = view == null ? null : view.check();
        return view == null || condition == null
                ? null
                : new WritePlan.ViewCheck(
                        planner.compiler(scope).compile(condition, "where clause"),
                        view.view().schema() + "." + view.view().name());
    }

    /** Values with queries, where rows come before them. */
    private static List<Expression> early(List<ValuesClause> values, List<List<@Nullable Expression>> rows) {
        List<Expression> early = new ArrayList<>();
        for (int i = 1; i < values.size(); i++) {
            List<SQLExpr> row = values.get(i).getValues();
            for (int j = 0; j < row.size(); j++) {
                Expression value = rows.get(i).get(j);
                if (value != null && hasQuery(row.get(j))) {
                    early.add(value);
                }
            }
        }
        return early;
    }

    private static boolean hasQuery(SQLExpr value) {
        if (value instanceof SQLLiteralExpr || value instanceof SQLVariantRefExpr) {
            return false;
        }
        boolean[] found = {false};
        value.accept(new MySqlASTVisitorAdapter() {
            @Override
            public boolean visit(SQLSelect query) {
                found[0] = true;
                return false;
            }
        });
        return found[0];
    }

    /** A generated column takes no value but DEFAULT. */
    private static void checkNotGenerated(TableInfo table, int ordinal) {
        if (table.columns().get(ordinal).isGenerated()) {
            throw SqlErrors.of(
                    3105,
                    "HY000",
                    "The value specified for generated column '"
                            + table.columns().get(ordinal).name() + "' in table '" + table.name()
                            + "' is not allowed.");
        }
    }

    /** In VALUES a column is what the row has by then: its own values, left to right, or defaults. */
    private static Scope insertScope(TableRef table) {
        return (schema, owner, column, clause) -> {
            if (Scope.DEFAULTS.equals(owner)) {
                return ColumnDefault.of(table.info(), column, clause);
            }
            int ordinal = table.info().ordinalOf(column);
            if (ordinal < 0) {
                throw SqlErrors.unknownColumn(column, clause);
            }
            return Planner.column(table.info().columns().get(ordinal).type(), true, ordinal);
        };
    }

    private static List<@Nullable Expression> row(
            ExpressionCompiler compiler,
            TableInfo table,
            int[] columns,
            List<SQLExpr> values,
            boolean mayBeEmpty,
            int number) {
        List<@Nullable Expression> row = new ArrayList<>(values.size());
        if (values.size() != columns.length && !(values.isEmpty() && mayBeEmpty)) {
            throw SqlErrors.of(1136, "21S01", "Column count doesn't match value count at row " + number);
        }
        for (int i = 0; i < values.size(); i++) {
            SQLExpr value = values.get(i);
            if (!isDefault(value)) {
                checkNotGenerated(table, columns[i]);
            }
            row.add(isDefault(value) ? null : compiler.compile(value, "field list"));
        }
        for (int i = values.size(); i < columns.length; i++) {
            row.add(null);
        }
        return row;
    }

    static boolean isDefault(SQLExpr value) {
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

    private List<Assignment> updates(
            TableRef table, List<SQLAssignItem> items, @Nullable SelectPlan query, @Nullable QueryColumns read) {
        TableInfo info = table.info();
        Scope scope = new DefaultScope(info, Planner.scopeOf(table, info.name()));
        int width = info.columns().size();
        Scope all = (schema, owner, column, clause) -> {
            int ordinal = Scope.VALUES.equals(owner) ? info.ordinalOf(column) : -1;
            if (ordinal >= 0) {
                return Planner.column(info.columns().get(ordinal).type(), true, width + ordinal);
            }
            int place = read == null || query == null ? -1 : read.find(owner, column);
            if (place >= 0 && query != null && read != null) {
                int first = query.output().size() - read.columns().size();
                return Expression.slot(query.output().get(first + place).type(), true, 2 * width + place);
            }
            return scope.resolve(schema, owner, column, clause);
        };
        ExpressionCompiler compiler = planner.compiler(all);
        List<Assignment> updates = new ArrayList<>();
        items.forEach(item -> updates.add(assignment(compiler, info, item.getTarget(), item.getValue())));
        return updates;
    }

    static Assignment assignment(ExpressionCompiler compiler, TableInfo table, SQLExpr column, SQLExpr value) {
        int ordinal = ordinal(table, column);
        if (isDefault(value)) {
            return new Assignment(ordinal, null);
        }
        checkNotGenerated(table, ordinal);
        return new Assignment(ordinal, compiler.compile(value, "field list"));
    }

    // ---- UPDATE and DELETE ----

    public WritePlan update(SQLUpdateStatement update) {
        MySqlUpdateStatement mysql = (MySqlUpdateStatement) update;
        WrittenView view = ViewChanges.behind(planner, mysql);
        if (!(update.getTableSource() instanceof SQLExprTableSource)) {
            return new JoinedPlanner(planner).update(mysql);
        }
        SelectPlan plan = planner.find(
                update.getTableSource(), update.getWhere(), mysql.getOrderBy(), mysql.getLimit(), "multi-table UPDATE");
        TableRef table = plan.levels().get(0).table();
        table.stored();
        Scope columns = Planner.scopeOf(table, plan.levels().get(0).alias());
        ExpressionCompiler compiler = planner.compiler(new DefaultScope(table.info(), columns));
        List<Assignment> assignments = new ArrayList<>();
        for (SQLUpdateSetItem item : update.getItems()) {
            assignments.add(assignment(compiler, table.info(), item.getColumn(), item.getValue()));
        }
        checkNotRead(table);
        WriteTables tables = WriteTables.of(planner, List.of(table));
        return new WritePlan.Update(tables, table, plan, assignments, mysql.isIgnore(), check(view, columns));
    }

    private void checkNotRead(TableRef table) {
        if (planner.readsInSubquery(table)) {
            throw SqlErrors.of(
                    1093,
                    "HY000",
                    "You can't specify target table '" + table.info().name() + "' for update in FROM clause");
        }
    }

    public WritePlan delete(SQLDeleteStatement delete) {
        MySqlDeleteStatement mysql = (MySqlDeleteStatement) delete;
        if (delete.getFrom() != null || delete.getUsing() != null) {
            return new JoinedPlanner(planner).delete(mysql);
        }
        ViewChanges.behind(planner, mysql);
        SelectPlan plan = planner.find(
                delete.getTableSource(), delete.getWhere(), mysql.getOrderBy(), mysql.getLimit(), "multi-table DELETE");
        TableRef table = plan.levels().get(0).table();
        table.stored();
        checkNotRead(table);
        WriteTables tables = WriteTables.of(planner, List.of(table));
        return new WritePlan.Delete(tables, table, plan, mysql.isIgnore());
    }
}
