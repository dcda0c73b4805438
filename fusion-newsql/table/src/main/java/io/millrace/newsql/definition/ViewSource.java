package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.catalog.ViewInfo;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view's query as a way to rows of tables: one row of it is one row of each of its tables, so that it can be written through. Its trees are the caller's to change.
 *
 * @param from tables, joined or one, as they were written
 * @param where null for none
 * @param columns what each column of the view is
 */
public record ViewSource(SQLTableSource from, @Nullable SQLExpr where, List<SQLExpr> columns) {

    /** Whether rows can be written through the view; its tables may be views again that cannot. */
    public static boolean isUpdatable(ViewInfo view) {
        return of(view.text(), view.algorithm()) != null;
    }

    /**
     * Null for a view that makes rows of its own: by DISTINCT, groups, aggregates, windows, LIMIT, set operations or derived tables, or without a column that is a table's.
     *
     * @param text of its query
     */
    public static @Nullable ViewSource of(String text, String algorithm) {
        StatementText statement = StatementText.split(text).get(0);
        boolean merges = !algorithm.equals("TEMPTABLE");
        if (!merges
                || !(SqlParser.parse(statement, statement.whole()) instanceof SQLSelectStatement parsed)
                || !(parsed.getSelect().getQuery() instanceof SQLSelectQueryBlock block)
                || parsed.getSelect().getWithSubQuery() != null
                || makesRows(block)
                || !isOfTables(block.getFrom())) {
            return null;
        }
        List<SQLExpr> columns = new ArrayList<>();
        for (SQLSelectItem item : block.getSelectList()) {
            columns.add(item.getExpr());
        }
        boolean plain = columns.stream().anyMatch(ViewSource::isColumn);
        return plain && columns.stream().noneMatch(ViewSource::aggregates)
                ? new ViewSource(block.getFrom(), block.getWhere(), columns)
                : null;
    }

    private static boolean makesRows(SQLSelectQueryBlock block) {
        return block.getDistionOption() != 0
                || block.getGroupBy() != null
                || block.getLimit() != null
                || block.getFrom() == null;
    }

    private static boolean isOfTables(SQLTableSource from) {
        return from instanceof SQLJoinTableSource join
                ? isOfTables(join.getLeft()) && isOfTables(join.getRight())
                : from instanceof SQLExprTableSource table
                        && (table.getExpr() instanceof SQLIdentifierExpr || table.getExpr() instanceof SQLPropertyExpr);
    }

    /** Whether a column of a view is one of a table, and no expression. */
    public static boolean isColumn(SQLExpr expr) {
        return expr instanceof SQLIdentifierExpr
                || expr instanceof SQLPropertyExpr name && !name.getName().equals("*");
    }

    private static boolean aggregates(SQLExpr expr) {
        boolean[] found = {false};
        expr.accept(new MySqlASTVisitorAdapter() {
            @Override
            public boolean visit(SQLAggregateExpr call) {
                found[0] = true;
                return false;
            }

            @Override
            public boolean visit(SQLSelect query) {
                return false;
            }
        });
        return found[0];
    }

    /** Whether it has more than one table. */
    public boolean isJoin() {
        return from instanceof SQLJoinTableSource;
    }
}
