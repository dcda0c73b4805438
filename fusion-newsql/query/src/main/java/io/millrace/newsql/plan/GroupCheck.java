package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.plan.FromScope.Found;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * MySQL's ONLY_FULL_GROUP_BY: outside of aggregates stand only what is grouped by, and columns that depend on it — all of a table's once one of its keys without NULLs is
 * known; those that a condition makes equal to a known one or to a constant.
 */
final class GroupCheck {

    private static final String MODE = "; this is incompatible with sql_mode=only_full_group_by";

    private final FromScope scope;
    private final GroupKeys keys;
    private final boolean grouped;
    private final Set<Found> known = new HashSet<>();

    GroupCheck(FromScope scope, GroupKeys keys, SQLSelectQueryBlock block, boolean grouped) {
        this.scope = scope;
        this.keys = keys;
        this.grouped = grouped;
        if (grouped) {
            findKnown(block);
        }
    }

    // ---- what is known ----

    private void findKnown(SQLSelectQueryBlock block) {
        for (SQLExpr source : keys.sources()) {
            Found column = keys.column(source);
            if (column != null) {
                known.add(column);
            }
        }
        List<SQLExpr> conditions = Conjunct.split(block.getWhere());
        collectOn(block.getFrom(), conditions);
        int before;
        do {
            before = known.size();
            conditions.forEach(this::addEqual);
            scope.entries.forEach(this::addByKey);
        } while (known.size() > before);
    }

    private static void collectOn(@Nullable SQLTableSource source, List<SQLExpr> conditions) {
        if (source instanceof SQLJoinTableSource join) {
            collectOn(join.getLeft(), conditions);
            collectOn(join.getRight(), conditions);
            if (!join.getJoinType().name().contains("RIGHT")
                    && !join.getJoinType().name().contains("LEFT")) {
                conditions.addAll(Conjunct.split(join.getCondition()));
            }
        }
    }

    private void addEqual(SQLExpr condition) {
        if (condition instanceof SQLBinaryOpExpr equal && equal.getOperator() == SQLBinaryOperator.Equality) {
            addIfKnown(equal.getLeft(), equal.getRight());
            addIfKnown(equal.getRight(), equal.getLeft());
        }
    }

    private void addIfKnown(SQLExpr side, SQLExpr other) {
        Found column = Names.columnOf(scope, side, "where clause");
        Found from = Names.columnOf(scope, other, "where clause");
        boolean constant = ExpressionCompiler.literal(other) != null
                || other instanceof com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
        if (column != null && (constant || from != null && known.contains(from))) {
            known.add(column);
        }
    }

    private void addByKey(FromScope.Entry entry) {
        TableRef table = entry.table;
        if (table == null) {
            return;
        }
        for (IndexInfo index : table.info().allIndexes()) {
            boolean whole = index.unique()
                    && index.parts().stream()
                            .allMatch(part -> part.prefix() == 0
                                    && !entry.columns.get(part.ordinal()).nullable()
                                    && known.contains(new Found(entry, part.ordinal())));
            if (whole) {
                for (int i = 0; i < entry.columns.size(); i++) {
                    known.add(new Found(entry, i));
                }
            }
        }
    }

    // ---- what is not ----

    /** The error of the first item that stands where it may not; null if there is none. */
    @Nullable
    SqlException wrong(SelectItems items, List<SQLExpr> sort, boolean distinct) {
        for (int i = 0; grouped && i < items.sources.size(); i++) {
            Found found = firstUnknown(items.sources.get(i));
            if (found != null) {
                return error(items.numbers.get(i), "SELECT list", found);
            }
        }
        for (int i = 0; i < sort.size(); i++) {
            Found found = grouped && !keys.sources().isEmpty() ? firstUnknown(sort.get(i)) : null;
            if (found != null) {
                return error(i + 1, "ORDER BY clause", found);
            }
            Found unselected = distinct ? firstUnselected(sort.get(i), items) : null;
            if (unselected != null) {
                return SqlErrors.of(
                        3065,
                        "HY000",
                        "Expression #" + (i + 1) + " of ORDER BY clause is not in SELECT list, references column '"
                                + name(unselected)
                                + "' which is not in SELECT list; this is incompatible with DISTINCT");
            }
        }
        return null;
    }

    /** HAVING knows what is grouped by and what is selected. */
    @Nullable
    SqlException wrongHaving(SQLExpr having, SelectItems items) {
        Found found = firstUnknown(having);
        if (found == null || items.sources.stream().anyMatch(source -> found.equals(keys.column(source)))) {
            return null;
        }
        return SqlErrors.unknownColumn(found.column().name(), "having clause");
    }

    private SqlException error(int number, String where, Found column) {
        return keys.sources().isEmpty()
                ? SqlErrors.of(
                        1140,
                        "42000",
                        "In aggregated query without GROUP BY, expression #" + number + " of " + where
                                + " contains nonaggregated column '" + name(column) + "'" + MODE)
                : SqlErrors.of(
                        1055,
                        "42000",
                        "Expression #" + number + " of " + where
                                + " is not in GROUP BY clause and contains nonaggregated column '" + name(column)
                                + "' which is not functionally dependent on columns in GROUP BY clause" + MODE);
    }

    private static String name(Found column) {
        String table = column.entry().alias + "." + column.column().name();
        return column.entry().schema.isEmpty() ? table : column.entry().schema + "." + table;
    }

    private @Nullable Found firstUnknown(SQLObject object) {
        if (object instanceof SQLExpr expr) {
            if (keys.indexOf(expr) >= 0 || isFree(expr)) {
                return null;
            }
            Found column = keys.column(expr);
            if (column != null) {
                return known.contains(column) ? null : column;
            }
        }
        for (SQLObject child : children(object)) {
            Found found = firstUnknown(child);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static boolean isFree(SQLExpr expr) {
        return expr instanceof SQLAggregateExpr call && !WindowTree.isWindow(call)
                || expr instanceof SQLQueryExpr
                || expr instanceof SQLMethodInvokeExpr call
                        && (call.getMethodName().equalsIgnoreCase("ANY_VALUE")
                                || call.getMethodName().equalsIgnoreCase("GROUPING"));
    }

    private @Nullable Found firstUnselected(SQLObject object, SelectItems items) {
        if (object instanceof SQLExpr expr) {
            for (SQLExpr source : items.sources) {
                if (source.toString().equalsIgnoreCase(expr.toString())) {
                    return null;
                }
            }
            Found column = keys.column(expr);
            if (column != null) {
                return items.sources.stream().anyMatch(source -> column.equals(keys.column(source))) ? null : column;
            }
            if (isFree(expr)) {
                return null;
            }
        }
        for (SQLObject child : children(object)) {
            Found found = firstUnselected(child, items);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static List<SQLObject> children(SQLObject object) {
        List<SQLObject> found = new ArrayList<>();
        List<? extends SQLObject> children =
                object instanceof SQLExpr expr ? expr.getChildren() : WindowTree.children(object);
        if (children != null) {
            for (SQLObject child : children) {
                if ((child instanceof SQLExpr || child != null && WindowTree.isPart(child))
                        && !(child instanceof SQLSelect)) {
                    found.add(child);
                }
            }
        }
        return found;
    }
}
