package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.QueryParts;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Plans FROM and WHERE: the tables in the order of the text, each read by the keys that the ones before it give, and each condition decided as early as it can be.
 */
final class FromPlanner {

    private static final int TABLES_MAX = 61;

    private final Tables tables;
    private final FromScope scope = new FromScope();
    private final ExpressionCompiler compiler;
    private final Conditions conditions;
    private final List<List<Conjunct>> on = new ArrayList<>();
    private final List<Conjunct> where = new ArrayList<>();
    private @Nullable Expression constant;

    FromPlanner(Tables tables, List<Literal> parameters, SessionScope session, QueryParts parts) {
        this.tables = tables;
        this.compiler = new ExpressionCompiler(scope, parameters, session, parts);
        this.conditions = new Conditions(scope, compiler);
    }

    FromScope scope() {
        return scope;
    }

    ExpressionCompiler compiler() {
        return compiler;
    }

    /** A condition that reads no table. */
    @Nullable
    Expression constant() {
        return constant;
    }

    void add(SQLTableSource source) {
        add(source, false);
    }

    private void add(SQLTableSource source, boolean outer) {
        if (source instanceof SQLExprTableSource table) {
            addTable(table, outer);
        } else if (source instanceof SQLJoinTableSource join) {
            addJoin(join, outer);
        } else {
            throw SqlErrors.unsupported("derived table");
        }
    }

    private void addTable(SQLExprTableSource source, boolean outer) {
        TableRef table = find(tables, source.getExpr());
        if (table.info().name().equals("dual") && table.info().columns().isEmpty()) {
            return;
        }
        if (scope.entries.size() == TABLES_MAX) {
            throw SqlErrors.of(
                    1116, "HY000", "Too many tables; MySQL can only use " + TABLES_MAX + " tables in a join");
        }
        String alias = source.getAlias() == null ? table.info().name() : ExpressionCompiler.unquote(source.getAlias());
        scope.add(table, alias, outer);
        on.add(new ArrayList<>());
    }

    /** The table of a name, with or without its schema. */
    static TableRef find(Tables tables, SQLExpr expr) {
        if (expr instanceof SQLPropertyExpr name) {
            return tables.find(
                    ExpressionCompiler.unquote(name.getOwner().toString()), ExpressionCompiler.unquote(name.getName()));
        }
        if (expr instanceof SQLIdentifierExpr name) {
            return tables.find(null, ExpressionCompiler.unquote(name.getName()));
        }
        throw SqlErrors.unsupported("table function " + expr);
    }

    private void addJoin(SQLJoinTableSource join, boolean outer) {
        SQLJoinTableSource.JoinType type = join.getJoinType();
        boolean left =
                switch (type) {
                    case LEFT_OUTER_JOIN -> true;
                    case COMMA, JOIN, INNER_JOIN, CROSS_JOIN, STRAIGHT_JOIN -> false;
                    default -> throw SqlErrors.unsupported(
                            type.name().toLowerCase(Locale.ROOT).replace('_', ' '));
                };
        if (join.isNatural() || left && !(join.getRight() instanceof SQLExprTableSource)) {
            throw SqlErrors.unsupported(join.isNatural() ? "natural join" : "left join of several tables");
        }
        add(join.getLeft(), outer);
        int before = scope.entries.size();
        add(join.getRight(), outer || left);
        if (!join.getUsing().isEmpty()) {
            using(join.getUsing(), before);
        }
        int last = scope.entries.size() - 1;
        for (SQLExpr part : Conjunct.split(join.getCondition())) {
            addOn(part, last);
        }
    }

    private void addOn(SQLExpr part, int level) {
        scope.startTracking();
        Expression condition = compiler.compile(part, "on clause");
        on.get(level).add(new Conjunct(part, condition, scope.touched()));
        if (!scope.entries.get(level).outer) {
            conditions.collect(part);
        }
    }

    private void using(List<SQLExpr> columns, int right) {
        FromScope.Entry entry = scope.entries.get(right);
        for (SQLExpr column : columns) {
            String name = ExpressionCompiler.unquote(((SQLName) column).getSimpleName());
            FromScope.Entry owner = null;
            for (FromScope.Entry each : scope.entries.subList(0, right)) {
                if (each.table.info().ordinalOf(name) >= 0 && !each.merged.contains(name)) {
                    owner = each;
                }
            }
            if (owner == null) {
                throw SqlErrors.unknownColumn(name, "from clause");
            }
            SQLBinaryOpExpr equal = new SQLBinaryOpExpr(
                    new SQLPropertyExpr(owner.alias, name),
                    SQLBinaryOperator.Equality,
                    new SQLPropertyExpr(entry.alias, name));
            addOn(equal, right);
            entry.merged.add(name);
        }
    }

    void where(@Nullable SQLExpr condition) {
        for (SQLExpr part : Conjunct.split(condition)) {
            scope.startTracking();
            Expression compiled = compiler.compile(part, "where clause");
            BitSet touched = scope.touched();
            if (touched.isEmpty() && scope.entries.isEmpty()) {
                constant = both(constant, compiled);
            } else {
                where.add(new Conjunct(part, compiled, touched));
                conditions.collect(part);
            }
        }
    }

    /** The levels. @param order in which the rows should come; null for any */
    List<TableLevel> levels(@Nullable List<PathChoice.Order> order) {
        List<TableLevel> levels = new ArrayList<>();
        BitSet known = new BitSet();
        for (int i = 0; i < scope.entries.size(); i++) {
            FromScope.Entry entry = scope.entries.get(i);
            Path path = entry.table.layout() == null
                    ? Path.fullScan(null)
                    : PathChoice.choose(entry.table.layout(), i, known, usable(i), i == 0 ? order : null);
            known.set(i);
            levels.add(new TableLevel(
                    entry.table,
                    entry.alias,
                    entry.offset,
                    entry.wanted,
                    path,
                    entry.outer,
                    joined(on.get(i)),
                    joined(decidable(known, i))));
        }
        return levels;
    }

    /** A condition of WHERE may not narrow how an outer table is read: it has to see the rows that do not match. */
    private List<Condition> usable(int level) {
        if (!scope.entries.get(level).outer) {
            return conditions.found();
        }
        Conditions ofJoin = new Conditions(scope, compiler);
        on.get(level).forEach(each -> ofJoin.collect(each.source()));
        return ofJoin.found();
    }

    private List<Conjunct> decidable(BitSet known, int level) {
        List<Conjunct> found = new ArrayList<>();
        for (Conjunct conjunct : where) {
            int last = conjunct.tables().length() - 1;
            if (Math.max(last, 0) == level && known.get(level)) {
                found.add(conjunct);
            }
        }
        return found;
    }

    private static @Nullable Expression joined(List<Conjunct> conjuncts) {
        Expression all = null;
        for (Conjunct conjunct : conjuncts) {
            all = both(all, conjunct.condition());
        }
        return all;
    }

    private static Expression both(@Nullable Expression left, Expression right) {
        if (left == null) {
            return right;
        }
        return Expression.of(SqlType.BOOLEAN, frame -> {
            Object first = left.eval(frame);
            boolean passes = first != null && Casts.isTrue(first, left.type(), frame.warnings()) && right.isTrue(frame);
            return passes ? 1L : 0L;
        });
    }

    boolean isInOrder(List<TableLevel> levels, List<PathChoice.Order> order) {
        Path path = levels.get(0).path();
        Boolean direction = levels.get(0).table().layout() == null ? null : PathChoice.direction(path, order);
        return direction != null && (direction == path.backwards() || path.isPoint());
    }
}
