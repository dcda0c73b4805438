package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLHint;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.dialect.mysql.ast.MySqlIndexHintImpl;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.plan.FromScope.Found;
import io.millrace.newsql.plan.JoinGroup.Derived;
import io.millrace.newsql.plan.JoinGroup.Member;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads FROM and WHERE: finds the tables, makes groups of what may be joined in any order, and says which columns {@code *} stands for. */
final class FromPlanner {

    private static final int TABLES_MAX = 61;

    private final QueryPlanner queries;
    private final FromScope scope;
    private final Conditions conditions;
    private final Ctes ctes;
    private final Locking locking;
    private JoinGroup group = new JoinGroup();
    private @Nullable Expression constant;

    FromPlanner(
            QueryPlanner queries,
            FromScope scope,
            ExpressionCompiler compiler,
            BlockParts parts,
            Ctes ctes,
            Locking locking) {
        this.queries = queries;
        this.scope = scope;
        this.ctes = ctes;
        this.locking = locking;
        this.conditions = new Conditions(scope, compiler, parts);
    }

    /** A condition that is the same for all rows. */
    @Nullable
    Expression constant() {
        return constant;
    }

    /** What every row that WHERE lets through fulfils; null for nothing. */
    @Nullable
    Expression condition() {
        Expression all = constant;
        for (Conjunct conjunct : group.conjuncts) {
            all = JoinOrder.both(all, conjunct.condition());
        }
        return all;
    }

    /** All tables of the block. */
    JoinGroup group() {
        return group;
    }

    void from(SQLTableSource source) {
        Joined joined = add(source);
        group = joined.group();
        scope.show(joined.visible());
    }

    /** @param parts of the condition, which all have to hold */
    void where(List<SQLExpr> parts) {
        for (SQLExpr part : narrowed(parts)) {
            Conjunct conjunct = conditions.conjunct(part, "where clause");
            boolean tableless = scope.entries.isEmpty() && conjunct.tables().isEmpty();
            if (tableless || conjunct.condition().isConstant()) {
                constant = JoinOrder.both(constant, conjunct.condition());
            } else {
                group.conjuncts.add(conjunct);
            }
        }
    }

    /** Gives derived tables the conditions that they can check themselves. @return the others */
    private List<SQLExpr> narrowed(List<SQLExpr> parts) {
        List<SQLExpr> left = new ArrayList<>(parts);
        for (Member member : group.members) {
            Derived derived = member.derived;
            JoinGroup.Narrower narrower = derived == null ? null : derived.narrower();
            if (member.outer || derived == null || narrower == null) {
                continue;
            }
            List<PushedCondition> wanted = new ArrayList<>();
            for (SQLExpr part : left) {
                PushedCondition condition = PushedCondition.of(scope, part);
                if (condition != null && condition.column().entry() == member.entry) {
                    wanted.add(condition);
                }
            }
            Narrowing.Narrowed narrowed = wanted.isEmpty() ? null : narrower.narrow(wanted);
            if (narrowed != null) {
                member.derived = new Derived(narrowed.plan(), derived.blocks(), null);
                narrowed.taken().forEach(condition -> left.remove(condition.source()));
            }
        }
        return left;
    }

    // ---- FROM ----

    /** A part of the FROM. @param visible its columns in the order of {@code *} */
    private record Joined(JoinGroup group, List<Found> visible) {}

    private Joined add(SQLTableSource source) {
        if (source instanceof SQLJoinTableSource join) {
            return addJoin(join);
        }
        if (source instanceof SQLExprTableSource table && isTable(table)) {
            return addTable(table);
        }
        SQLTableSource plain = source;
        DerivedTables.Source derived = new DerivedTables(queries, scope, ctes, locking).plan(plain);
        FromScope.Entry entry = scope.add(null, "", derived.alias(), derived.columns());
        entry.view = derived.view();
        return added(entry, derived.derived());
    }

    private boolean isTable(SQLExprTableSource source) {
        return !(source.getExpr() instanceof com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr)
                && !queries.isQuery(source, ctes);
    }

    private Joined addTable(SQLExprTableSource source) {
        TableRef table = queries.table(source.getExpr());
        if (table.info().name().equals("dual") && table.info().columns().isEmpty()) {
            return new Joined(new JoinGroup(), List.of());
        }
        checkHints(source, table);
        String alias = source.getAlias() == null ? table.info().name() : Names.alias(source.getAlias());
        FromScope.Entry entry = scope.add(table, alias);
        entry.lock = table.layout() == null ? null : locking.of(entry.schema, entry.alias);
        return added(entry, null);
    }

    /** Hints decide nothing, but what they name must be there. @throws io.millrace.newsql.mysql.SqlException 1176 */
    private static void checkHints(SQLExprTableSource source, TableRef table) {
        if (source.getHintsSize() == 0) {
            return;
        }
        for (SQLHint hint : source.getHints()) {
            List<SQLName> names = hint instanceof MySqlIndexHintImpl indexes ? indexes.getIndexList() : List.of();
            for (SQLName each : names) {
                String name = ExpressionCompiler.unquote(each.getSimpleName());
                if (table.info().allIndexes().stream()
                        .noneMatch(index -> index.name().equalsIgnoreCase(name))) {
                    throw SqlErrors.of(
                            1176,
                            "42000",
                            "Key '" + name + "' doesn't exist in table '"
                                    + table.info().name() + "'");
                }
            }
        }
    }

    private Joined added(FromScope.Entry entry, @Nullable Derived derived) {
        if (scope.entries.size() > TABLES_MAX) {
            throw SqlErrors.of(
                    1116, "HY000", "Too many tables; MySQL can only use " + TABLES_MAX + " tables in a join");
        }
        JoinGroup one = new JoinGroup();
        Member member = Member.of(entry, derived);
        if (derived != null && derived.blocks() == 0 && derived.query().correlated()) {
            member.behind.set(0, entry.place);
        }
        one.members.add(member);
        List<Found> visible = new ArrayList<>(entry.columns.size());
        for (int i = 0; i < entry.columns.size(); i++) {
            visible.add(new Found(entry, i));
        }
        return new Joined(one, visible);
    }

    // ---- JOIN ----

    private Joined addJoin(SQLJoinTableSource join) {
        String type = join.getJoinType().name();
        if (type.startsWith("FULL") || type.contains("SEMI") || type.contains("ANTI") || type.contains("APPLY")) {
            throw SqlErrors.unsupported(type.toLowerCase(Locale.ROOT).replace('_', ' '));
        }
        boolean left = type.contains("LEFT");
        boolean right = type.contains("RIGHT");
        Joined first = add(join.getLeft());
        scope.show(first.visible());
        Joined second = add(join.getRight());
        List<Found> all = new ArrayList<>(first.visible());
        all.addAll(second.visible());
        Joined kept = right ? second : first;
        Joined hung = right ? first : second;
        if (left || right) {
            scope.entries.forEach(entry -> entry.outer |= hung.group().tables().get(entry.place));
        }
        List<Conjunct> on = new ArrayList<>();
        List<Found> visible = all;
        List<String> names = join.isNatural() ? common(first.visible(), second.visible()) : using(join);
        if (join.isNatural() || !join.getUsing().isEmpty()) {
            visible = merged(first.visible(), second.visible(), names, right, on);
        }
        scope.show(all);
        for (SQLExpr part : Conjunct.split(join.getCondition())) {
            on.add(conditions.conjunct(part, "on clause"));
        }
        if (!left && !right) {
            kept.group().join(hung.group());
            kept.group().conjuncts.addAll(on);
            if (join.getJoinType() == SQLJoinTableSource.JoinType.STRAIGHT_JOIN) {
                keepOrder(kept.group());
            }
            return new Joined(kept.group(), visible);
        }
        if (join.getCondition() == null && names.isEmpty() && !join.isNatural()) {
            throw SqlErrors.syntax("", 1);
        }
        Member member = Member.of(hung.group());
        member.outer = true;
        member.on = on;
        if (hung.group().members.size() == 1) {
            member.behind.or(hung.group().members.get(0).behind);
        }
        member.behind.or(needed(on, hung.group()));
        kept.group().members.add(member);
        return new Joined(kept.group(), visible);
    }

    /** What conditions of an outer join read beside its inner side. */
    private static BitSet needed(List<Conjunct> on, JoinGroup inner) {
        BitSet needed = new BitSet();
        on.forEach(conjunct -> needed.or(conjunct.tables()));
        needed.andNot(inner.tables());
        return needed;
    }

    private static void keepOrder(JoinGroup joined) {
        BitSet before = new BitSet();
        for (Member member : joined.members) {
            member.behind.or(before);
            before.or(member.tables());
        }
    }

    private static List<String> using(SQLJoinTableSource join) {
        return join.getUsing().stream()
                .map(name -> ExpressionCompiler.unquote(((SQLName) name).getSimpleName()))
                .toList();
    }

    private static List<String> common(List<Found> left, List<Found> right) {
        List<String> names = new ArrayList<>();
        for (Found each : left) {
            String name = each.column().name();
            if (right.stream().anyMatch(other -> other.column().name().equalsIgnoreCase(name))) {
                names.add(name);
            }
        }
        return names;
    }

    /** The columns of a join with USING: those of both sides once, then the rest of each. Adds their equalities. */
    private List<Found> merged(
            List<Found> left, List<Found> right, List<String> names, boolean rightKept, List<Conjunct> on) {
        List<Found> both = new ArrayList<>();
        List<Found> gone = new ArrayList<>();
        List<Found> order = new ArrayList<>(rightKept ? right : left);
        for (Found each : order) {
            if (names.stream().anyMatch(each.column().name()::equalsIgnoreCase)) {
                both.add(each);
            }
        }
        for (String name : names) {
            Found first = only(left, name);
            Found second = only(right, name);
            gone.add(first);
            gone.add(second);
            on.add(equal(first, second));
        }
        List<Found> visible = new ArrayList<>(both);
        for (List<Found> side : rightKept ? List.of(right, left) : List.of(left, right)) {
            side.stream().filter(each -> !gone.contains(each)).forEach(visible::add);
        }
        return visible;
    }

    private static Found only(List<Found> side, String name) {
        Found found = null;
        for (Found each : side) {
            if (each.column().name().equalsIgnoreCase(name)) {
                if (found != null) {
                    throw SqlErrors.ambiguousColumn(name, "from clause");
                }
                found = each;
            }
        }
        if (found == null) {
            throw SqlErrors.unknownColumn(name, "from clause");
        }
        return found;
    }

    private Conjunct equal(Found left, Found right) {
        scope.define(FromScope.OWN + "left", scope.expression(left));
        scope.define(FromScope.OWN + "right", scope.expression(right));
        SQLExpr equality = new SQLBinaryOpExpr(
                new SQLIdentifierExpr(FromScope.OWN + "left"),
                SQLBinaryOperator.Equality,
                new SQLIdentifierExpr(FromScope.OWN + "right"));
        return conditions.equality(left, right, equality);
    }
}
