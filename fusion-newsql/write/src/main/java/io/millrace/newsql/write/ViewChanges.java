package io.millrace.newsql.write;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUpdateSetItem;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlDeleteStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlUpdateStatement;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.ViewText;
import io.millrace.newsql.type.SqlErrors;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Turns UPDATE and DELETE of a view into those of the tables behind it, in their trees. */
final class ViewChanges {

    private ViewChanges() {}

    /** Null, and the statement as it was, if it changes no view. @throws io.millrace.newsql.mysql.SqlException 1288, 1348, 1393 */
    static @Nullable WrittenView behind(Planner planner, MySqlUpdateStatement update) {
        WrittenView view = find(planner, update.getTableSource(), "UPDATE");
        if (view == null) {
            return null;
        }
        Set<String> owners = new TreeSet<>();
        for (SQLUpdateSetItem item : update.getItems()) {
            SQLExpr column = view.target(item.getColumn());
            owners.add(column instanceof SQLPropertyExpr name ? name.getOwnerName() : "");
            item.setColumn(column);
            item.setValue(view.translated(item.getValue()));
        }
        if (view.isJoin() && owners.size() > 1) {
            throw severalTables(view);
        }
        update.setWhere(where(view, update.getWhere()));
        order(view, update.getOrderBy());
        update.setTableSource(view.from());
        return view;
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1288, 1395 */
    static void behind(Planner planner, MySqlDeleteStatement delete) {
        WrittenView view = find(planner, delete.getTableSource(), "DELETE");
        if (view == null) {
            return;
        }
        if (view.isJoin()) {
            throw noDelete(view);
        }
        delete.setWhere(where(view, delete.getWhere()));
        order(view, delete.getOrderBy());
        delete.setTableSource(view.from());
    }

    static RuntimeException severalTables(WrittenView view) {
        return SqlErrors.of(
                1393,
                "HY000",
                "Can not modify more than one base table through a join view '" + name(view.view()) + "'");
    }

    /** What removes rows cannot tell whose: also REPLACE. */
    static RuntimeException noDelete(WrittenView view) {
        return SqlErrors.of(1395, "HY000", "Can not delete from join view '" + name(view.view()) + "'");
    }

    private static @Nullable WrittenView find(Planner planner, SQLTableSource source, String verb) {
        ViewText text = source instanceof SQLExprTableSource table ? planner.view(table.getExpr()) : null;
        if (text == null) {
            return null;
        }
        String alias = source.getAlias() == null ? text.name() : ExpressionCompiler.unquote(source.getAlias());
        return WrittenView.of(
                planner,
                text,
                alias,
                () -> SqlErrors.of(
                        1288, "HY000", "The target table " + alias + " of the " + verb + " is not updatable"));
    }

    private static String name(ViewText view) {
        return view.schema() + "." + view.name();
    }

    private static @Nullable SQLExpr where(WrittenView view, @Nullable SQLExpr where) {
        return WrittenView.and(view.where(), where == null ? null : view.translated(where));
    }

    private static void order(WrittenView view, @Nullable SQLOrderBy order) {
        if (order != null) {
            for (SQLSelectOrderByItem item : order.getItems()) {
                item.setExpr(view.translated(item.getExpr()));
            }
        }
    }
}
