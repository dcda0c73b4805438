package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.plan.FromScope.Found;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The select list of a block: its values, what clients are told of them, and the names by which other clauses call them. One thread. */
final class SelectItems {

    private final FromScope scope;
    private final ExpressionCompiler compiler;
    private final UnaryOperator<SQLExpr> rewriting;
    final List<Expression> output = new ArrayList<>();
    final List<ColumnDefinition> columns = new ArrayList<>();

    /** What stands in the list; for {@code *} a column's name. */
    final List<SQLExpr> sources = new ArrayList<>();

    /** The number of each in the list as it is written, from 1. */
    final List<Integer> numbers = new ArrayList<>();

    /** The column that each is, if the block reads one table; -1 for what is computed. */
    final List<Integer> ordinals = new ArrayList<>();

    private int number;

    /** @param rewriting what an expression becomes before it is compiled */
    SelectItems(FromScope scope, ExpressionCompiler compiler, UnaryOperator<SQLExpr> rewriting) {
        this.scope = scope;
        this.compiler = compiler;
        this.rewriting = rewriting;
    }

    /** @param names of columns without an alias; others than items: the text of their expressions */
    void add(List<SQLSelectItem> items, List<String> names) {
        boolean named = names.size() == items.size();
        for (int i = 0; i < items.size(); i++) {
            number = i + 1;
            SQLExpr expr = items.get(i).getExpr();
            if (expr instanceof SQLAllColumnExpr all && all.getOwner() == null) {
                List.copyOf(scope.visible())
                        .forEach(found -> addColumn(found, found.column().name(), null));
            } else if (expr instanceof SQLAllColumnExpr all) {
                addAllOf(all.getOwner());
            } else if (expr instanceof SQLPropertyExpr all && all.getName().equals("*")) {
                addAllOf(all.getOwner());
            } else {
                addItem(items.get(i), named ? names.get(i) : expr.toString());
            }
        }
        if (output.isEmpty()) {
            throw SqlErrors.of(1096, "HY000", "No tables used");
        }
    }

    /** The table that {@code owner.*} names. @throws io.millrace.newsql.mysql.SqlException 1051 */
    static FromScope.Entry entry(FromScope scope, SQLExpr owner) {
        String alias = Names.last(owner);
        String schema = owner instanceof SQLPropertyExpr name ? Names.last(name.getOwner()) : null;
        return scope.entries.stream()
                .filter(each -> each.alias.equals(alias) && (schema == null || each.schema.equals(schema)))
                .findFirst()
                .orElseThrow(() -> SqlErrors.of(1051, "42S02", "Unknown table '" + alias + "'"));
    }

    private void addAllOf(SQLExpr owner) {
        FromScope.Entry entry = entry(scope, owner);
        for (int ordinal = 0; ordinal < entry.columns.size(); ordinal++) {
            addColumn(new Found(entry, ordinal), entry.columns.get(ordinal).name(), null);
        }
    }

    private void addColumn(Found found, String name, @Nullable SQLExpr source) {
        SQLExpr written = source == null
                ? new SQLPropertyExpr(
                        new SQLIdentifierExpr(quote(found.entry().alias)),
                        quote(found.column().name()))
                : source;
        SQLExpr rewritten = rewriting.apply(written);
        Expression value = rewritten == written ? scope.expression(found) : compiler.compile(rewritten, "field list");
        output.add(value);
        TableRef table = found.entry().table;
        ordinals.add(rewritten == written && table != null ? found.ordinal() : -1);
        columns.add(
                table == null
                        ? ResultColumns.of(found.entry(), found.ordinal(), name, value)
                        : ResultColumns.of(table.info(), found.entry().alias, found.ordinal(), name, value.nullable()));
        sources.add(written);
        numbers.add(number);
    }

    static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private void addItem(SQLSelectItem item, String text) {
        SQLExpr expr = item.getExpr();
        String alias = item.getAlias() == null ? null : Names.alias(item.getAlias());
        Found column = Names.columnOf(scope, expr, "field list");
        if (column != null) {
            addColumn(column, alias == null ? Names.last(expr) : alias, expr);
            return;
        }
        Expression value = compiler.compile(rewriting.apply(expr), "field list");
        output.add(compiler.shown(expr, value));
        ordinals.add(-1);
        columns.add(described(expr, alias == null ? name(expr, text) : alias, value));
        sources.add(expr);
        numbers.add(number);
    }

    /** {@code DEFAULT(column)} is described as the column is. */
    private ColumnDefinition described(SQLExpr expr, String name, Expression value) {
        boolean isDefault = expr instanceof SQLMethodInvokeExpr call
                && "DEFAULT".equalsIgnoreCase(call.getMethodName())
                && call.getArguments().size() == 1;
        Found column = isDefault
                ? Names.columnOf(
                        scope, ((SQLMethodInvokeExpr) expr).getArguments().get(0), "field list")
                : null;
        TableRef table = column == null ? null : column.entry().table;
        return column == null || table == null
                ? ResultColumns.of(name, value)
                : ResultColumns.of(table.info(), column.entry().alias, column.ordinal(), name, value.nullable());
    }

    /** A column of a block around has its own name too. */
    private static String name(SQLExpr expr, String text) {
        return expr instanceof SQLPropertyExpr || expr instanceof SQLIdentifierExpr ? Names.last(expr) : text;
    }

    // ---- names ----

    /** Index of the item that a name or a number of another clause means; -1 for none. @throws io.millrace.newsql.mysql.SqlException 1052, 1054 */
    int indexOf(SQLExpr expr, String clause) {
        if (expr instanceof SQLIntegerExpr place && !clause.startsWith("having")) {
            int index = place.getNumber().intValue();
            if (index < 1 || index > output.size()) {
                throw SqlErrors.unknownColumn(String.valueOf(index), clause);
            }
            return index - 1;
        }
        return expr instanceof SQLIdentifierExpr name && name.getCollate() == null
                ? indexOf(ExpressionCompiler.unquote(name.getName()), clause)
                : -1;
    }

    int indexOf(String name, String clause) {
        int found = -1;
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                if (found >= 0
                        && !sources.get(i)
                                .toString()
                                .equalsIgnoreCase(sources.get(found).toString())) {
                    throw SqlErrors.ambiguousColumn(name, clause);
                }
                found = found < 0 ? i : found;
            }
        }
        return found;
    }
}
