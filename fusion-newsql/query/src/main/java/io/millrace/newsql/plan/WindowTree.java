package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.SQLOver;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import java.util.ArrayList;
import java.util.List;

/** The parts of the parser's tree that belong to windows. */
final class WindowTree {

    private WindowTree() {}

    static boolean isWindow(SQLAggregateExpr call) {
        return call.getOver() != null || call.getOverRef() != null;
    }

    static boolean isPart(SQLObject object) {
        return object instanceof SQLOver || object instanceof SQLOrderBy || object instanceof SQLSelectOrderByItem;
    }

    /** What stands in a part. */
    static List<SQLObject> children(SQLObject part) {
        List<SQLObject> children = new ArrayList<>();
        if (part instanceof SQLOver over) {
            children.addAll(over.getPartitionBy());
            if (over.getOrderBy() != null) {
                children.add(over.getOrderBy());
            }
        } else if (part instanceof SQLOrderBy order) {
            children.addAll(order.getItems());
        } else if (part instanceof SQLSelectOrderByItem item) {
            children.add(item.getExpr());
        }
        return children;
    }

    /** How many slots the calls of window functions take that a block has, its subqueries aside: one for each and one for each of its arguments. */
    static int slots(SQLSelectQueryBlock block) {
        int[] count = new int[1];
        MySqlASTVisitorAdapter counter = new MySqlASTVisitorAdapter() {
            @Override
            public boolean visit(SQLAggregateExpr call) {
                count[0] += isWindow(call) ? 1 + call.getArguments().size() : 0;
                return true;
            }

            @Override
            public boolean visit(SQLSelect query) {
                return false;
            }
        };
        block.getSelectList().forEach(item -> item.accept(counter));
        if (block.getOrderBy() != null) {
            block.getOrderBy().accept(counter);
        }
        return count[0];
    }

    /** Whether an expression calls a window function. */
    static boolean isIn(SQLExpr expr) {
        boolean[] found = new boolean[1];
        expr.accept(new MySqlASTVisitorAdapter() {
            @Override
            public boolean visit(SQLAggregateExpr call) {
                found[0] |= isWindow(call);
                return true;
            }
        });
        return found[0];
    }
}
