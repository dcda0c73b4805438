package io.millrace.newsql.write;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.ExpressionCompiler;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What ON DUPLICATE KEY UPDATE of INSERT … SELECT reads of the query's tables beside the columns that are inserted: the query gives it behind them. A query that groups, or is
 * one of several, has no such columns, as in MySQL.
 */
record QueryColumns(SQLSelect query, List<SQLExpr> columns) {

    /** @param values of the updates */
    static QueryColumns of(SQLSelect query, TableInfo table, List<SQLExpr> values) {
        if (!(query.getQuery() instanceof SQLSelectQueryBlock block)
                || block.getGroupBy() != null
                || block.getFrom() == null
                || block.getDistionOption() != 0) {
            return new QueryColumns(query, List.of());
        }
        List<SQLExpr> found = new ArrayList<>();
        values.forEach(value -> value.accept(new MySqlASTVisitorAdapter() {
            @Override
            public boolean visit(SQLMethodInvokeExpr call) {
                return !call.getMethodName().equalsIgnoreCase("VALUES")
                        && !call.getMethodName().equalsIgnoreCase("DEFAULT");
            }

            @Override
            public boolean visit(SQLSelect select) {
                return false;
            }

            @Override
            public boolean visit(SQLPropertyExpr name) {
                if (!table.name().equals(ExpressionCompiler.unquote(name.getOwnerName()))) {
                    found.add(name);
                }
                return false;
            }

            @Override
            public boolean visit(SQLIdentifierExpr name) {
                if (table.ordinalOf(ExpressionCompiler.unquote(name.getName())) < 0) {
                    found.add(name);
                }
                return false;
            }
        }));
        if (found.isEmpty()) {
            return new QueryColumns(query, List.of());
        }
        SQLSelect longer = query.clone();
        SQLSelectQueryBlock selected = (SQLSelectQueryBlock) longer.getQuery();
        found.forEach(name -> selected.addSelectItem(new SQLSelectItem(name.clone())));
        return new QueryColumns(longer, found);
    }

    /** Place of a column among them; -1 if it is none of them. */
    int find(@Nullable String owner, String column) {
        for (int i = 0; i < columns.size(); i++) {
            SQLExpr name = columns.get(i);
            boolean same = name instanceof SQLPropertyExpr qualified
                    ? owner != null
                            && owner.equals(ExpressionCompiler.unquote(qualified.getOwnerName()))
                            && column.equalsIgnoreCase(ExpressionCompiler.unquote(qualified.getName()))
                    : owner == null
                            && column.equalsIgnoreCase(
                                    ExpressionCompiler.unquote(((SQLIdentifierExpr) name).getName()));
            if (same) {
                return i;
            }
        }
        return -1;
    }
}
