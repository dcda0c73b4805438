package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExprGroup;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import io.millrace.newsql.expression.Expression;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the conditions that all have to hold.
 *
 * @param tables that it reads, by their place in the FROM
 * @param usable what an index can serve of it
 * @param served whether what is usable is all that it says
 * @param equal the two sides if it is an equality that a hash join can serve; else null
 */
record Conjunct(Expression condition, BitSet tables, List<Condition> usable, boolean served, @Nullable Equality equal) {

    /** Two sides whose keys are equal if they are. @param leftTables that the left one reads; one that reads none is a column of a block around */
    record Equality(Expression left, BitSet leftTables, Expression right, BitSet rightTables) {

        Equality turned() {
            return new Equality(right, rightTables, left, leftTables);
        }
    }

    /** Whether a path of a table gives only rows that it holds for. */
    boolean isDecidedBy(Path path, int table) {
        boolean any = false;
        for (Condition condition : usable) {
            if (condition.table() == table) {
                any = true;
                if (!path.uses(condition)) {
                    return false;
                }
            }
        }
        return any && served;
    }

    /** The conditions that AND joins. */
    static List<SQLExpr> split(@Nullable SQLExpr condition) {
        List<SQLExpr> parts = new ArrayList<>();
        collect(condition, parts);
        return parts;
    }

    private static void collect(@Nullable SQLExpr condition, List<SQLExpr> parts) {
        SQLExpr left = condition;
        List<SQLExpr> behind = new ArrayList<>();
        while (left instanceof SQLBinaryOpExpr and && and.getOperator() == SQLBinaryOperator.BooleanAnd) {
            behind.add(0, and.getRight());
            left = and.getLeft();
        }
        if (left instanceof SQLBinaryOpExprGroup group && group.getOperator() == SQLBinaryOperator.BooleanAnd) {
            group.getItems().forEach(item -> collect(item, parts));
        } else if (left != null) {
            parts.add(left);
        }
        behind.forEach(item -> collect(item, parts));
    }
}
