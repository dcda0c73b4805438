package io.millrace.newsql.write;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.catalog.ViewInfo.CheckOption;
import io.millrace.newsql.definition.ViewSource;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.ViewText;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A view as the statement that writes it sees it: the tables behind it, and what its columns are in them. Views of views are followed to their table. A view of one table has
 * the statement's name for it; tables of a join keep theirs.
 *
 * @param alias the statement's name; null for an INSERT, where columns need none
 * @param where what its rows fulfil; null for all
 * @param check what rows that are written must fulfil; null for anything
 */
record WrittenView(
        ViewText view,
        @Nullable String alias,
        SQLTableSource from,
        @Nullable SQLExpr where,
        @Nullable SQLExpr check,
        List<SQLExpr> columns) {

    /** @param refused the error of a view that cannot be written */
    static WrittenView of(Planner planner, ViewText view, @Nullable String alias, Supplier<RuntimeException> refused) {
        ViewSource source = ViewSource.of(view.select(), view.algorithm());
        if (source == null) {
            throw refused.get();
        }
        SQLExpr condition = source.where();
        qualify(source.from(), view.schema());
        if (condition != null) {
            qualify(condition, view.schema());
        }
        if (source.isJoin()) {
            return new WrittenView(view, alias, source.from(), condition, null, source.columns());
        }
        SQLExpr table = ((SQLExprTableSource) source.from()).getExpr();
        ViewText behind = planner.view(table);
        if (behind == null) {
            ColumnNames.Meaning own = (owner, column, nested) -> nested ? null : name(alias, column);
            return checked(
                    view,
                    alias,
                    new SQLExprTableSource(table.clone(), alias == null ? null : quote(alias)),
                    null,
                    null,
                    condition == null ? null : ColumnNames.replaced(condition, own),
                    replaced(source.columns(), own));
        }
        WrittenView inner = of(planner, behind, alias, refused);
        ColumnNames.Meaning own = (owner, column, nested) -> nested ? null : inner.find(column);
        return checked(
                view,
                alias,
                inner.from(),
                inner.where(),
                inner.check(),
                condition == null ? null : ColumnNames.replaced(condition, own),
                replaced(source.columns(), own));
    }

    private static WrittenView checked(
            ViewText view,
            @Nullable String alias,
            SQLTableSource from,
            @Nullable SQLExpr innerWhere,
            @Nullable SQLExpr innerCheck,
            @Nullable SQLExpr own,
            List<SQLExpr> columns) {
        SQLExpr where = and(innerWhere, own);
        SQLExpr check = view.checkOption() == CheckOption.CASCADED
                ? where
                : view.checkOption() == CheckOption.LOCAL ? and(innerCheck, own) : innerCheck;
        return new WrittenView(view, alias, from, where, check, columns);
    }

    private static List<SQLExpr> replaced(List<SQLExpr> columns, ColumnNames.Meaning meaning) {
        List<SQLExpr> replaced = new ArrayList<>();
        columns.forEach(column -> replaced.add(ColumnNames.replaced(column, meaning)));
        return replaced;
    }

    static @Nullable SQLExpr and(@Nullable SQLExpr left, @Nullable SQLExpr right) {
        return left == null
                ? right
                : right == null ? left : new SQLBinaryOpExpr(left.clone(), SQLBinaryOperator.BooleanAnd, right.clone());
    }

    /** Names of tables without a schema are found in the view's. */
    private static void qualify(com.alibaba.druid.sql.ast.SQLObject tree, String schema) {
        tree.accept(new MySqlASTVisitorAdapter() {
            @Override
            public boolean visit(SQLExprTableSource table) {
                if (table.getExpr() instanceof SQLIdentifierExpr name) {
                    if (table.getAlias() == null) {
                        table.setAlias(name.getName());
                    }
                    table.setExpr(new SQLPropertyExpr(quote(schema), name.getName()));
                }
                return false;
            }
        });
    }

    private static SQLExpr name(@Nullable String table, String column) {
        return table == null ? new SQLIdentifierExpr(quote(column)) : new SQLPropertyExpr(quote(table), quote(column));
    }

    private static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** The same, whose columns are said otherwise. */
    WrittenView withColumns(List<SQLExpr> changed) {
        return new WrittenView(view, alias, from, where, check, changed);
    }

    boolean isJoin() {
        return from instanceof SQLJoinTableSource;
    }

    /** The table of a view that is no join. */
    SQLExpr table() {
        return ((SQLExprTableSource) from).getExpr();
    }

    /** What a column of the view is; null if it has none of the name. */
    @Nullable
    SQLExpr find(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (view.columns().get(i).equalsIgnoreCase(column)) {
                return columns.get(i);
            }
        }
        return null;
    }

    /** An expression over the view as one over its tables. Within subqueries only names with the view's are its columns. @throws io.millrace.newsql.mysql.SqlException 1054 */
    SQLExpr translated(SQLExpr expr) {
        return translated(expr, true);
    }

    /** @param alone whether there is nothing but the view that a name may be a column of */
    SQLExpr translated(SQLExpr expr, boolean alone) {
        return ColumnNames.replaced(expr, (owner, column, nested) -> {
            boolean own = owner == null ? !nested : owner.equals(alias) || owner.equals(view.name());
            SQLExpr found = own ? find(column) : null;
            boolean isValue = owner == null && column.equalsIgnoreCase("DEFAULT");
            if (found == null && alone && !nested && !isValue) {
                throw SqlErrors.unknownColumn(owner == null ? column : owner + "." + column, "field list");
            }
            return found;
        });
    }

    /** The table's column that an assigned column of the view is. @throws io.millrace.newsql.mysql.SqlException 1054, 1348 */
    SQLExpr target(SQLExpr column) {
        SQLExpr found = translated(column);
        if (!ViewSource.isColumn(found)) {
            throw SqlErrors.of(
                    1348, "HY000", "Column '" + ExpressionCompiler.unquote(lastName(column)) + "' is not updatable");
        }
        return found;
    }

    private static String lastName(SQLExpr name) {
        return name instanceof SQLPropertyExpr property ? property.getName() : name.toString();
    }

    /** Names of all its columns. */
    List<SQLExpr> names() {
        List<SQLExpr> names = new ArrayList<>();
        view.columns().forEach(column -> names.add(new SQLIdentifierExpr(quote(column))));
        return names;
    }
}
