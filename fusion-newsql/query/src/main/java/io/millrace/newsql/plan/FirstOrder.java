package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.SQLOrderingSpecification;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An ORDER BY that is one of columns of one table, so that an index may give it. */
record FirstOrder(int table, List<PathChoice.Order> columns) {

    /** The order; null if it is none of such. */
    static @Nullable FirstOrder of(@Nullable SQLOrderBy orderBy, FromScope scope, SelectItems items) {
        if (orderBy == null) {
            return null;
        }
        int table = -1;
        List<PathChoice.Order> columns = new ArrayList<>();
        for (SQLSelectOrderByItem item : orderBy.getItems()) {
            int index = items.indexOf(item.getExpr(), "order clause");
            SQLExpr expr = index >= 0 ? items.sources.get(index) : item.getExpr();
            FromScope.Found column = Names.columnOf(scope, expr, "order clause");
            if (column == null || column.entry().table == null || table >= 0 && column.entry().place != table) {
                return null;
            }
            table = column.entry().place;
            columns.add(new PathChoice.Order(column.ordinal(), item.getType() == SQLOrderingSpecification.DESC));
        }
        return new FirstOrder(table, columns);
    }

    boolean isGivenBy(List<Level> levels) {
        if (levels.isEmpty()
                || !(levels.get(0) instanceof TableLevel first)
                || first.place() != table
                || first.table().layout() == null
                || first.hash() != null) {
            return false;
        }
        Boolean direction = PathChoice.direction(first.path(), columns);
        return direction != null
                && (direction == first.path().backwards() || first.path().isPoint());
    }
}
