package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;

/** Finds items of a select list by their number, with each {@code *} counted as its columns. */
final class SelectNumbers {

    private SelectNumbers() {}

    static SQLExpr item(List<SQLSelectItem> list, int number, FromScope scope) {
        List<SQLExpr> all = new ArrayList<>();
        for (SQLSelectItem item : list) {
            if (item.getExpr() instanceof SQLAllColumnExpr) {
                for (FromScope.Found found : scope.visible()) {
                    all.add(new SQLPropertyExpr(
                            new SQLIdentifierExpr("`" + found.entry().alias + "`"),
                            "`" + found.column().name() + "`"));
                }
            } else {
                all.add(item.getExpr());
            }
        }
        if (number < 1 || number > all.size()) {
            throw SqlErrors.unknownColumn(String.valueOf(number), "group statement");
        }
        return all.get(number - 1);
    }
}
