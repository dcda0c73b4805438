package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLLimit;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.SQLOrderingSpecification;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectGroupByClause;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.QueryParts;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans one query block. One use, one thread. */
final class SelectPlanner {

    private static final int LIMIT_BITS_MAX = 63;

    private final SQLSelectQueryBlock block;
    private final FromPlanner from;
    private final ExpressionCompiler compiler;
    private final List<String> names;
    private final List<Expression> output = new ArrayList<>();
    private final List<ColumnDefinition> columns = new ArrayList<>();
    private final List<@Nullable SQLExpr> sources = new ArrayList<>();

    SelectPlanner(
            SQLSelectQueryBlock block,
            List<String> names,
            Tables tables,
            List<Literal> parameters,
            SessionScope session,
            QueryParts parts) {
        this.block = block;
        this.names = names;
        this.from = new FromPlanner(tables, parameters, session, parts);
        this.compiler = from.compiler();
    }

    boolean dependsOnSession() {
        return compiler.dependsOnSession();
    }

    SelectPlan plan() {
        refuse(block.getWindows() != null && !block.getWindows().isEmpty(), "WINDOW");
        refuse(block.getInto() != null, "SELECT … INTO");
        if (block.getFrom() != null) {
            from.add(block.getFrom());
        }
        from.where(block.getWhere());
        compiler.withAggregates(from.scope().slots());
        planItems();
        List<Expression> groupBy = groupBy();
        Expression having = block.getGroupBy() == null || block.getGroupBy().getHaving() == null
                ? null
                : withAliases("having clause").compile(block.getGroupBy().getHaving());
        List<SortKey> sort = sort(block.getOrderBy());
        boolean grouped = !groupBy.isEmpty() || !compiler.aggregates().isEmpty();
        List<PathChoice.Order> order = grouped || block.isDistinct() ? null : columnOrder(block.getOrderBy());
        List<TableLevel> levels = from.levels(order);
        boolean inOrder = order != null && !order.isEmpty() && from.isInOrder(levels, order);
        SQLLimit limit = block.getLimit();
        return new SelectPlan(
                levels,
                from.scope().slots() + compiler.aggregates().size(),
                from.constant(),
                grouped,
                groupBy,
                List.copyOf(compiler.aggregates()),
                having,
                output,
                columns,
                block.isDistinct(),
                inOrder || grouped && groupBy.isEmpty() ? List.of() : sort,
                limit == null ? null : limitOf(limit.getRowCount()),
                limit == null || limit.getOffset() == null ? null : limitOf(limit.getOffset()),
                lock());
    }

    private @Nullable LockWait lock() {
        if (!block.isForUpdate() && !block.isForShare()) {
            return null;
        }
        return block.isNoWait() ? LockWait.NOWAIT : block.isSkipLocked() ? LockWait.SKIP_LOCKED : LockWait.WAIT;
    }

    private static void refuse(boolean condition, String what) {
        if (condition) {
            throw SqlErrors.unsupported(what);
        }
    }

    private Expression limitOf(SQLExpr expr) {
        Expression value = compiler.compile(expr, "limit");
        if (!value.type().isInteger() || value.type().digits() > LIMIT_BITS_MAX) {
            throw SqlErrors.syntax(expr.toString(), 1);
        }
        return value;
    }

    // ---- select list ----

    private void planItems() {
        List<SQLSelectItem> items = block.getSelectList();
        boolean named = names.size() == items.size();
        for (int i = 0; i < items.size(); i++) {
            SQLExpr expr = items.get(i).getExpr();
            if (expr instanceof SQLAllColumnExpr) {
                from.scope().entries.forEach(this::addAll);
            } else if (expr instanceof SQLPropertyExpr all && all.getName().equals("*")) {
                String table = ExpressionCompiler.unquote(all.getOwner().toString());
                String alias = table.substring(table.lastIndexOf('.') + 1).replace("`", "");
                FromScope.Entry entry = from.scope().entries.stream()
                        .filter(each -> each.alias.equals(alias))
                        .findFirst()
                        .orElseThrow(() -> SqlErrors.of(1051, "42S02", "Unknown table '" + alias + "'"));
                addAll(entry);
            } else {
                addItem(items.get(i), named ? names.get(i) : expr.toString());
            }
        }
        if (output.isEmpty()) {
            throw SqlErrors.of(1096, "HY000", "No tables used");
        }
    }

    private void addAll(FromScope.Entry entry) {
        for (int ordinal = 0; ordinal < entry.wanted.length; ordinal++) {
            String name = entry.table.info().columns().get(ordinal).name();
            if (!entry.merged.contains(name)) {
                addColumn(new FromScope.Found(entry, ordinal), name, null);
            }
        }
    }

    private void addColumn(FromScope.Found found, String name, @Nullable SQLExpr source) {
        Expression value = from.scope().expression(found);
        output.add(value);
        columns.add(ResultColumns.of(
                found.entry().table.info(), found.entry().alias, found.ordinal(), name, value.nullable()));
        sources.add(source);
    }

    private void addItem(SQLSelectItem item, String text) {
        SQLExpr expr = item.getExpr();
        String alias = item.getAlias() == null ? null : unquoteAlias(item.getAlias());
        FromScope.Found column = columnOf(expr, "field list");
        if (column != null) {
            addColumn(column, alias == null ? lastName(expr) : alias, expr);
            return;
        }
        Expression value = compiler.compile(expr, "field list");
        output.add(value);
        columns.add(ResultColumns.of(alias == null ? text : alias, value));
        sources.add(expr);
    }

    private static String lastName(SQLExpr expr) {
        return ExpressionCompiler.unquote(
                expr instanceof SQLPropertyExpr name ? name.getName() : ((SQLIdentifierExpr) expr).getName());
    }

    private static String unquoteAlias(String alias) {
        char first = alias.charAt(0);
        return alias.length() > 1 && (first == '\'' || first == '"')
                ? alias.substring(1, alias.length() - 1)
                : ExpressionCompiler.unquote(alias);
    }

    private FromScope.@Nullable Found columnOf(SQLExpr expr, String clause) {
        if (expr instanceof SQLIdentifierExpr name && !isKeyword(name.getName())) {
            return from.scope().find(null, null, ExpressionCompiler.unquote(name.getName()), clause);
        }
        if (expr instanceof SQLPropertyExpr name && name.getOwner() instanceof SQLIdentifierExpr table) {
            return from.scope()
                    .find(
                            null,
                            ExpressionCompiler.unquote(table.getName()),
                            ExpressionCompiler.unquote(name.getName()),
                            clause);
        }
        return null;
    }

    private static boolean isKeyword(String name) {
        return name.toUpperCase(java.util.Locale.ROOT)
                .matches("CURRENT_(TIMESTAMP|DATE|TIME|USER)|LOCALTIME|LOCALTIMESTAMP|UTC_TIMESTAMP");
    }

    // ---- GROUP BY, HAVING, ORDER BY ----

    private interface Aliased {
        Expression compile(SQLExpr expr);
    }

    /** Names of the select list's columns come after those of the tables in GROUP BY, and before them in ORDER BY and HAVING. */
    private Aliased withAliases(String clause) {
        return expr -> {
            Expression item = itemOf(expr, clause);
            return item != null ? item : new AliasRewriter(this::aliased).compile(compiler, expr, clause);
        };
    }

    private @Nullable SQLExpr aliased(String name) {
        for (int i = 0; i < columns.size(); i++) {
            SQLExpr source = sources.get(i);
            if (source != null && columns.get(i).name().equalsIgnoreCase(name)) {
                return source;
            }
        }
        return null;
    }

    private @Nullable Expression itemOf(SQLExpr expr, String clause) {
        if (expr instanceof SQLIntegerExpr place && !clause.startsWith("having")) {
            int index = place.getNumber().intValue();
            if (index < 1 || index > output.size()) {
                throw SqlErrors.unknownColumn(String.valueOf(index), clause);
            }
            return output.get(index - 1);
        }
        if (expr instanceof SQLIdentifierExpr name) {
            String plain = ExpressionCompiler.unquote(name.getName());
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).name().equalsIgnoreCase(plain)) {
                    return output.get(i);
                }
            }
        }
        return null;
    }

    private List<Expression> groupBy() {
        SQLSelectGroupByClause clause = block.getGroupBy();
        List<Expression> keys = new ArrayList<>();
        if (clause == null) {
            return keys;
        }
        refuse(clause.isWithRollUp(), "WITH ROLLUP");
        for (SQLExpr item : clause.getItems()) {
            SQLExpr expr = item instanceof com.alibaba.druid.sql.dialect.mysql.ast.expr.MySqlOrderingExpr ordered
                    ? ordered.getExpr()
                    : item;
            Expression alias = itemOf(expr, "group statement");
            keys.add(alias != null && !isTableColumn(expr) ? alias : compiler.compile(expr, "group statement"));
        }
        return keys;
    }

    private boolean isTableColumn(SQLExpr expr) {
        if (!(expr instanceof SQLIdentifierExpr name)) {
            return false;
        }
        String plain = ExpressionCompiler.unquote(name.getName());
        return from.scope().entries.stream()
                .anyMatch(entry -> entry.table.info().ordinalOf(plain) >= 0);
    }

    private List<SortKey> sort(@Nullable SQLOrderBy orderBy) {
        List<SortKey> keys = new ArrayList<>();
        if (orderBy != null) {
            Aliased aliases = withAliases("order clause");
            for (SQLSelectOrderByItem item : orderBy.getItems()) {
                keys.add(new SortKey(aliases.compile(item.getExpr()), item.getType() == SQLOrderingSpecification.DESC));
            }
        }
        return keys;
    }

    /** The order as columns of the first table; null if it is none of such. */
    private @Nullable List<PathChoice.Order> columnOrder(@Nullable SQLOrderBy orderBy) {
        if (orderBy == null || from.scope().entries.isEmpty()) {
            return null;
        }
        List<PathChoice.Order> order = new ArrayList<>();
        for (SQLSelectOrderByItem item : orderBy.getItems()) {
            SQLExpr expr = item.getExpr();
            if (expr instanceof SQLIdentifierExpr name) {
                SQLExpr source = aliased(ExpressionCompiler.unquote(name.getName()));
                expr = source == null ? expr : source;
            }
            if (expr instanceof SQLIdentifierExpr name
                    && aliased(ExpressionCompiler.unquote(name.getName())) == null
                    && !isTableColumn(name)) {
                return null;
            }
            FromScope.Found column = expr instanceof SQLIdentifierExpr || expr instanceof SQLPropertyExpr
                    ? columnOf(expr, "order clause")
                    : null;
            if (column == null || column.entry() != from.scope().entries.get(0)) {
                return null;
            }
            order.add(new PathChoice.Order(column.ordinal(), item.getType() == SQLOrderingSpecification.DESC));
        }
        return order;
    }
}
