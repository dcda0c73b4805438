package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.SQLReplaceable;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of GROUP BY as they are written. With ROLLUP an expression that is one of them reads the group's key, which is NULL where it was rolled up, and
 * {@code GROUPING(…)} tells which.
 */
final class GroupKeys {

    private static final String KEY = FromScope.OWN + "key";
    private static final String GROUPING = FromScope.OWN + "grouping";

    private final FromScope scope;
    private final List<SQLExpr> sources = new ArrayList<>();
    private int keySlot = -1;
    private int groupings;

    GroupKeys(FromScope scope) {
        this.scope = scope;
    }

    List<SQLExpr> sources() {
        return sources;
    }

    void add(SQLExpr source) {
        sources.add(source);
    }

    /** From now on the keys are read from slots. @param keys what was compiled of the sources */
    void rollUp(int slot, List<Expression> keys) {
        keySlot = slot;
        for (int i = 0; i < keys.size(); i++) {
            scope.define(KEY + i, Expression.slot(keys.get(i).type(), true, slot + i));
        }
    }

    boolean isRollup() {
        return keySlot >= 0;
    }

    /** Which key an expression is; -1 for none. */
    int indexOf(SQLExpr expr) {
        FromScope.Found column = column(expr);
        for (int i = 0; i < sources.size(); i++) {
            SQLExpr source = sources.get(i);
            boolean same = column != null
                    ? column.equals(column(source))
                    : source.toString().equalsIgnoreCase(expr.toString());
            if (same) {
                return i;
            }
        }
        return -1;
    }

    FromScope.@Nullable Found column(SQLExpr expr) {
        return Names.columnOf(scope, expr, "group statement");
    }

    /** With ROLLUP a copy that reads the keys; else the expression itself. */
    SQLExpr rewrite(SQLExpr expr) {
        if (keySlot < 0) {
            return expr;
        }
        SQLExpr own = own(expr);
        if (own != null) {
            return own;
        }
        SQLExpr copy = expr.clone();
        rewriteBelow(copy);
        return copy;
    }

    private void rewriteBelow(SQLObject parent) {
        if (parent instanceof SQLAggregateExpr call && call.getOver() == null && call.getOverRef() == null
                || parent instanceof SQLSelect
                || parent instanceof SQLQueryExpr) {
            return;
        }
        List<? extends SQLObject> children =
                parent instanceof SQLExpr expr ? expr.getChildren() : WindowTree.children(parent);
        for (SQLObject child : List.copyOf(nonNull(children))) {
            SQLExpr own = child instanceof SQLExpr expr ? own(expr) : null;
            if (own != null && parent instanceof SQLReplaceable replaceable) {
                replaceable.replace((SQLExpr) child, own);
            } else if (child instanceof SQLExpr || WindowTree.isPart(child)) {
                rewriteBelow(child);
            }
        }
    }

    private static List<SQLObject> nonNull(@Nullable List<? extends SQLObject> children) {
        List<SQLObject> found = new ArrayList<>();
        if (children != null) {
            for (SQLObject child : children) {
                if (child != null) {
                    found.add(child);
                }
            }
        }
        return found;
    }

    private @Nullable SQLExpr own(SQLExpr expr) {
        if (expr instanceof SQLMethodInvokeExpr call && call.getMethodName().equalsIgnoreCase("GROUPING")) {
            return grouping(call);
        }
        int key = indexOf(expr);
        return key < 0 ? null : new SQLIdentifierExpr(KEY + key);
    }

    private SQLExpr grouping(SQLMethodInvokeExpr call) {
        int[] slots = new int[call.getArguments().size()];
        for (int i = 0; i < slots.length; i++) {
            int key = indexOf(call.getArguments().get(i));
            if (key < 0) {
                throw SqlErrors.of(3602, "HY000", "Argument #" + i + " of GROUPING function is not in GROUP BY");
            }
            slots[i] = keySlot + sources.size() + key;
        }
        String name = GROUPING + groupings++;
        scope.define(name, new Expression(SqlType.BIGINT, false, false, frame -> {
            long bits = 0;
            for (int slot : slots) {
                bits = bits << 1 | (frame.slots()[slot] == null ? 0 : 1);
            }
            return bits;
        }));
        return new SQLIdentifierExpr(name);
    }
}
