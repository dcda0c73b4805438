package io.millrace.newsql.write;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource.JoinType;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Which table of a view of several an INSERT means: the one whose columns it names. */
final class JoinInsert {

    private static final Set<JoinType> OUTER = Set.of(
            JoinType.LEFT_OUTER_JOIN,
            JoinType.RIGHT_OUTER_JOIN,
            JoinType.NATURAL_LEFT_JOIN,
            JoinType.NATURAL_RIGHT_JOIN,
            JoinType.FULL_OUTER_JOIN);

    private JoinInsert() {}

    /**
     * The target, whose view knows the table's columns by their names alone and all others by their tables' as well.
     *
     * @param refused the error of a view that takes no rows
     * @throws io.millrace.newsql.mysql.SqlException 1393, 1394 and that error
     */
    static InsertTarget target(
            Planner planner, WrittenView view, List<SQLExpr> columns, Supplier<RuntimeException> refused) {
        List<SQLExprTableSource> tables = new ArrayList<>();
        if (!collect(view.from(), tables)) {
            throw refused.get();
        }
        if (columns.isEmpty()) {
            String name = view.view().schema() + "." + view.view().name();
            throw SqlErrors.of(1394, "HY000", "Can not insert into join view '" + name + "' without fields list");
        }
        Set<SQLExprTableSource> meant = new LinkedHashSet<>();
        columns.forEach(column -> meant.add(owner(planner, tables, view.target(column), refused)));
        if (meant.size() > 1) {
            throw ViewChanges.severalTables(view);
        }
        SQLExprTableSource table = meant.iterator().next();
        List<SQLExpr> named = new ArrayList<>();
        for (SQLExpr column : view.columns()) {
            SQLExprTableSource owner = owner(planner, tables, column, refused);
            named.add(
                    owner == table
                            ? new SQLIdentifierExpr(nameOf(column))
                            : new SQLPropertyExpr(owner.getAlias(), nameOf(column)));
        }
        WrittenView own = view.withColumns(named);
        return new InsertTarget(
                planner.table(table.getExpr()),
                columns.stream().map(own::target).toList(),
                own);
    }

    /** A column that ON DUPLICATE KEY UPDATE assigns: that of a join must be the table's that takes the rows. @throws io.millrace.newsql.mysql.SqlException 1393 */
    static SQLExpr ofTheTable(WrittenView view, SQLExpr column) {
        if (view.isJoin() && column instanceof SQLPropertyExpr) {
            throw ViewChanges.severalTables(view);
        }
        return column;
    }

    /** Whether they are joined by inner joins alone. */
    private static boolean collect(SQLTableSource from, List<SQLExprTableSource> tables) {
        if (from instanceof SQLJoinTableSource join) {
            return !OUTER.contains(join.getJoinType())
                    && collect(join.getLeft(), tables)
                    && collect(join.getRight(), tables);
        }
        return from instanceof SQLExprTableSource table && tables.add(table);
    }

    private static SQLExprTableSource owner(
            Planner planner, List<SQLExprTableSource> tables, SQLExpr column, Supplier<RuntimeException> refused) {
        for (SQLExprTableSource table : tables) {
            if (planner.view(table.getExpr()) != null) {
                throw SqlErrors.unsupported("INSERT into a view that joins views");
            }
            boolean isIt = column instanceof SQLPropertyExpr name
                    ? unquoted(name.getOwnerName()).equals(unquoted(table.getAlias()))
                    : planner.table(table.getExpr()).info().ordinalOf(unquoted(nameOf(column))) >= 0;
            if (isIt) {
                return table;
            }
        }
        throw refused.get();
    }

    private static String nameOf(SQLExpr column) {
        return column instanceof SQLPropertyExpr name ? name.getName() : ((SQLIdentifierExpr) column).getName();
    }

    private static String unquoted(String name) {
        return ExpressionCompiler.unquote(name);
    }
}
