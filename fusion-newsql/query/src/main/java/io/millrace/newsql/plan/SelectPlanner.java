package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLLimit;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.SQLOrderingSpecification;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectGroupByClause;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.dialect.mysql.ast.expr.MySqlOrderingExpr;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlSelectQueryBlock;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans one query block. One use, one thread. */
final class SelectPlanner {

    private final QueryPlanner queries;
    private final SQLSelectQueryBlock block;
    private final List<String> names;
    private final FromScope scope;
    private final BlockParts parts;
    private final ExpressionCompiler compiler;
    private final Locking locking;
    private final FromPlanner from;
    private final GroupKeys groupKeys;
    private final SelectItems items;
    private final Narrowing narrowing;
    private final List<PushedCondition> wanted;
    private final List<SQLExpr> sortSources = new ArrayList<>();

    SelectPlanner(
            QueryPlanner queries, SQLSelectQueryBlock block, List<String> names, @Nullable Scope outer, Ctes ctes) {
        this(queries, block, names, outer, ctes, List.of());
    }

    /** @param wanted conditions on its result, which it takes in where it can: see {@link #taken} */
    SelectPlanner(
            QueryPlanner queries,
            SQLSelectQueryBlock block,
            List<String> names,
            @Nullable Scope outer,
            Ctes ctes,
            List<PushedCondition> wanted) {
        this.queries = queries;
        this.block = block;
        this.names = names;
        this.scope = new FromScope(outer);
        this.parts = new BlockParts(queries, scope, ctes);
        this.compiler = queries.compiler(scope, parts);
        this.locking = Locking.of(block, queries.viewLock());
        this.from = new FromPlanner(queries, scope, compiler, parts, ctes, locking);
        this.groupKeys = new GroupKeys(scope);
        this.items = new SelectItems(scope, compiler, groupKeys::rewrite);
        this.narrowing = new Narrowing(block, scope, compiler);
        this.wanted = wanted;
    }

    /** The conditions that every row of the plan fulfils. */
    List<PushedCondition> taken() {
        return narrowing.taken();
    }

    FromScope scope() {
        return scope;
    }

    FromPlanner from() {
        return from;
    }

    BlockPlan plan() {
        if (block.getInto() != null) {
            throw SqlErrors.unsupported("SELECT … INTO");
        }
        if (block.getFrom() != null) {
            from.from(block.getFrom());
        }
        locking.check(scope);
        List<SQLExpr> where = Conjunct.split(block.getWhere());
        where.addAll(narrowing.own(wanted, this::selected));
        from.where(where);
        boolean[] conditions =
                scope.entries.size() == 1 ? scope.entries.get(0).wanted.clone() : new boolean[0];
        boolean rollup = block.getGroupBy() != null && block.getGroupBy().isWithRollUp();
        int keys =
                block.getGroupBy() == null ? 0 : block.getGroupBy().getItems().size();
        int keySlot = scope.slots();
        int windowSlot = keySlot + (rollup ? 2 * keys : 0);
        int aggregateSlot = windowSlot + WindowTree.slots(block);
        List<Expression> groupBy = groupBy();
        if (rollup) {
            groupKeys.rollUp(keySlot, groupBy);
        }
        WindowCalls calls = new WindowCalls(compiler, scope, () -> queries.compiler(scope, parts), groupKeys::rewrite);
        WindowPlanner windows = new WindowPlanner(block, compiler, calls, windowSlot, groupKeys::rewrite);
        compiler.withAggregates(aggregateSlot);
        parts.windows(windows);
        items.add(block.getSelectList(), names);
        parts.windows(null);
        Expression having = having();
        parts.windows(windows);
        List<SortKey> sort = sort(block.getOrderBy());
        boolean grouped = !groupBy.isEmpty() || !compiler.aggregates().isEmpty();
        if (grouped || block.isDistinct()) {
            check(grouped);
        }
        boolean plain = !grouped && !block.isDistinct() && windows.plans().isEmpty();
        FirstOrder order = plain ? FirstOrder.of(block.getOrderBy(), scope, items) : null;
        boolean straight = block instanceof MySqlSelectQueryBlock mysql && mysql.isStraightJoin();
        List<Level> levels = new JoinOrder(
                        straight, order == null ? null : order.columns(), order == null ? -1 : order.table())
                .levels(from.group());
        boolean sorted = order != null && order.isGivenBy(levels);
        SQLLimit limit = block.getLimit();
        boolean direct = plain
                && (sorted || sort.isEmpty())
                && having == null
                && !scope.usesOuter()
                && parts.plans().isEmpty()
                && DirectPlan.reads(levels);
        Group group = grouped ? new Group(groupBy, List.copyOf(compiler.aggregates()), rollup ? keySlot : -1) : null;
        return new BlockPlan(
                levels,
                aggregateSlot + compiler.aggregates().size(),
                from.constant(),
                group,
                having,
                windows.plans(),
                items.output,
                items.columns,
                block.isDistinct(),
                sorted || grouped && groupBy.isEmpty() ? List.of() : sort,
                limit == null ? null : queries.limit(limit.getRowCount(), compiler),
                limit == null || limit.getOffset() == null ? null : queries.limit(limit.getOffset(), compiler),
                locking.any(),
                scope.usesOuter(),
                direct ? DirectPlan.of(levels, items.ordinals, conditions) : null,
                List.copyOf(parts.plans()));
    }

    // ---- GROUP BY and HAVING ----

    private List<Expression> groupBy() {
        SQLSelectGroupByClause clause = block.getGroupBy();
        List<Expression> keys = new ArrayList<>();
        if (clause == null) {
            return keys;
        }
        for (SQLExpr item : clause.getItems()) {
            SQLExpr expr = item instanceof MySqlOrderingExpr ordered ? ordered.getExpr() : item;
            SQLExpr source = selected(expr);
            if (WindowTree.isIn(source)) {
                throw SqlErrors.of(3593, "HY000", "You cannot use a window function in GROUP BY");
            }
            groupKeys.add(source);
            keys.add(groupKey(source, expr));
        }
        return keys;
    }

    private Expression groupKey(SQLExpr source, SQLExpr written) {
        try {
            return compiler.compile(source, "group statement");
        } catch (io.millrace.newsql.mysql.SqlException e) {
            final int invalidUse = 1111;
            throw e.code() == invalidUse ? SqlErrors.of(1056, "42000", "Can't group on '" + written + "'") : e;
        }
    }

    /** GROUP BY comes before the select list is planned: its items are found by their names as they are written. */
    private SQLExpr selected(SQLExpr written) {
        SQLExpr expr = written instanceof MySqlOrderingExpr ordered ? ordered.getExpr() : written;
        if (Names.columnOf(scope, expr, "group statement") != null) {
            return expr;
        }
        List<com.alibaba.druid.sql.ast.statement.SQLSelectItem> list = block.getSelectList();
        if (expr instanceof com.alibaba.druid.sql.ast.expr.SQLIntegerExpr place) {
            return SelectNumbers.item(list, place.getNumber().intValue(), scope);
        }
        if (expr instanceof SQLIdentifierExpr name) {
            String plain = ExpressionCompiler.unquote(name.getName());
            for (com.alibaba.druid.sql.ast.statement.SQLSelectItem item : list) {
                if (item.getAlias() != null && Names.alias(item.getAlias()).equalsIgnoreCase(plain)) {
                    return item.getExpr();
                }
            }
        }
        return expr;
    }

    private @Nullable Expression having() {
        SQLExpr condition =
                block.getGroupBy() == null ? null : block.getGroupBy().getHaving();
        if (condition == null) {
            return null;
        }
        SQLExpr plain = new AliasRewriter(name -> aliased(name, "having clause")).rewrite(condition);
        return compiler.compile(groupKeys.rewrite(plain), "having clause").ofRows();
    }

    private @Nullable SQLExpr aliased(String name, String clause) {
        int index = items.indexOf(name, clause);
        return index < 0 ? null : items.sources.get(index);
    }

    // ---- ORDER BY ----

    private List<SortKey> sort(@Nullable SQLOrderBy orderBy) {
        List<SortKey> keys = new ArrayList<>();
        if (orderBy != null) {
            for (SQLSelectOrderByItem item : orderBy.getItems()) {
                keys.add(new SortKey(sortKey(item.getExpr()), item.getType() == SQLOrderingSpecification.DESC));
            }
        }
        return keys;
    }

    private Expression sortKey(SQLExpr expr) {
        int index = items.indexOf(expr, "order clause");
        if (index >= 0) {
            sortSources.add(items.sources.get(index));
            return items.output.get(index);
        }
        if (expr instanceof SQLIdentifierExpr name && name.getCollate() != null) {
            return sortKey(new SQLBinaryOpExpr(
                    new SQLIdentifierExpr(name.getName()),
                    SQLBinaryOperator.COLLATE,
                    new SQLIdentifierExpr(name.getCollate())));
        }
        SQLExpr plain = expr instanceof SQLIdentifierExpr
                ? expr
                : new AliasRewriter(name -> scope.find(null, null, name, "order clause") != null
                                ? null
                                : aliased(name, "order clause"))
                        .rewrite(expr);
        sortSources.add(plain);
        return compiler.compile(groupKeys.rewrite(plain), "order clause");
    }

    // ---- what may stand where rows are grouped ----

    private void check(boolean grouped) {
        GroupCheck check = new GroupCheck(scope, groupKeys, block, grouped);
        SQLExpr having = block.getGroupBy() == null ? null : block.getGroupBy().getHaving();
        RuntimeException wrong = check.wrong(items, sortSources, block.isDistinct());
        if (wrong == null && grouped && having != null) {
            wrong = check.wrongHaving(new AliasRewriter(name -> aliased(name, "having clause")).rewrite(having), items);
        }
        if (wrong != null) {
            Object modes = queries.session().systemVariable("sql_mode", false).value();
            if (String.valueOf(modes).toUpperCase(java.util.Locale.ROOT).contains("ONLY_FULL_GROUP_BY")) {
                throw wrong;
            }
            queries.markDependsOnSession();
        }
    }
}
