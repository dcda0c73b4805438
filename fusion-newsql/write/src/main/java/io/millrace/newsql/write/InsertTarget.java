package io.millrace.newsql.write;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.statement.SQLAssignItem;
import io.millrace.newsql.definition.ViewSource;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.plan.ViewText;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where an INSERT or REPLACE puts its rows.
 *
 * @param columns of the table that get values; empty for all
 * @param view through which it does; null for the table itself
 */
record InsertTarget(TableRef table, List<SQLExpr> columns, @Nullable WrittenView view) {

    /** @param columns as the statement names them @throws io.millrace.newsql.mysql.SqlException 1146, 1393, 1394, 1471 */
    static InsertTarget of(Planner planner, SQLExpr name, List<SQLExpr> columns) {
        ViewText text = planner.view(name);
        if (text == null) {
            return new InsertTarget(planner.table(name), columns, null);
        }
        WrittenView view = WrittenView.of(planner, text, null, () -> notInsertable(text));
        if (!view.columns().stream().allMatch(ViewSource::isColumn)) {
            throw notInsertable(text);
        }
        if (view.isJoin()) {
            return JoinInsert.target(planner, view, columns, () -> notInsertable(text));
        }
        List<SQLExpr> named = columns.isEmpty() ? view.names() : columns;
        return new InsertTarget(
                planner.table(view.table()), named.stream().map(view::target).toList(), view);
    }

    private static RuntimeException notInsertable(ViewText view) {
        return SqlErrors.of(1471, "HY000", "The target table " + view.name() + " of the INSERT is not insertable-into");
    }

    /** The updates of ON DUPLICATE KEY UPDATE, of the table's columns. @param queries whether their values may name columns of a query */
    List<SQLAssignItem> assignments(List<SQLExpr> items, boolean queries) {
        List<SQLAssignItem> assignments = new ArrayList<>();
        for (SQLExpr item : items) {
            SQLExpr column =
                    item instanceof SQLBinaryOpExpr equal ? equal.getLeft() : ((SQLAssignItem) item).getTarget();
            SQLExpr value =
                    item instanceof SQLBinaryOpExpr equal ? equal.getRight() : ((SQLAssignItem) item).getValue();
            assignments.add(
                    view == null
                            ? new SQLAssignItem(column, value)
                            : new SQLAssignItem(
                                    JoinInsert.ofTheTable(view, view.target(column)),
                                    view.translated(value, !queries)));
        }
        return assignments;
    }
}
