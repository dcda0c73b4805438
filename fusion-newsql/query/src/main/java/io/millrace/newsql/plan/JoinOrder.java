package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.plan.JoinGroup.Member;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the members of a group into the order in which they are read, and each condition where it can be decided first. At every step the member comes next that the ones
 * before it lead to best: by a whole unique key, by most columns of an index, by a hash; of equal ones the first in the text.
 */
final class JoinOrder {

    private final boolean straight;
    private final @Nullable List<PathChoice.Order> order;
    private final int ordered;

    /**
     * @param straight whether the text's order is kept
     * @param order in which the rows should come; null for any
     * @param ordered the table whose columns the order has
     */
    JoinOrder(boolean straight, @Nullable List<PathChoice.Order> order, int ordered) {
        this.straight = straight;
        this.order = order;
        this.ordered = ordered;
    }

    List<Level> levels(JoinGroup group) {
        return levels(group, new BitSet(), List.of());
    }

    /** @param above conditions of the join that the group is a side of, good for its paths */
    private List<Level> levels(JoinGroup group, BitSet known, List<Conjunct> above) {
        List<Member> left = new ArrayList<>(group.members);
        List<Conjunct> open = new ArrayList<>(group.conjuncts);
        List<Conjunct> serving = new ArrayList<>(group.conjuncts);
        serving.addAll(above);
        List<Level> levels = new ArrayList<>(left.size());
        BitSet read = (BitSet) known.clone();
        while (!left.isEmpty()) {
            Member next = straight ? left.get(0) : best(left, read, serving, levels.isEmpty());
            left.remove(next);
            BitSet before = (BitSet) read.clone();
            read.or(next.tables());
            List<Conjunct> decidable = decidable(open, read);
            open.removeAll(decidable);
            levels.add(level(next, before, serving, decidable, levels.isEmpty() && known.isEmpty()));
        }
        return levels;
    }

    private Member best(List<Member> left, BitSet read, List<Conjunct> serving, boolean first) {
        Member best = null;
        int bestScore = -1;
        for (Member member : left) {
            BitSet missing = (BitSet) member.behind.clone();
            missing.andNot(read);
            if (!missing.isEmpty() || first && member.outer) {
                continue;
            }
            int score = score(member, read, serving);
            if (score > bestScore) {
                best = member;
                bestScore = score;
            }
        }
        return best == null ? left.get(0) : best;
    }

    private int score(Member member, BitSet read, List<Conjunct> serving) {
        if (member.outer || member.entry == null) {
            // What hangs on an outer join makes no row less: it stays where the text has it, unless others lead
            // somewhere.
            return 0;
        }
        TableRef table = member.entry.table;
        int score = 0;
        if (table != null && table.layout() != null) {
            score = PathChoice.score(
                    PathChoice.choose(table.layout(), member.entry.place, read, usable(member, serving), null));
        }
        return score > 0 || hash(member, read, serving, false) == null ? score : 1;
    }

    private static List<Conjunct> decidable(List<Conjunct> open, BitSet read) {
        List<Conjunct> found = new ArrayList<>();
        for (Conjunct conjunct : open) {
            BitSet missing = (BitSet) conjunct.tables().clone();
            missing.andNot(read);
            if (missing.isEmpty()) {
                found.add(conjunct);
            }
        }
        return found;
    }

    // ---- levels ----

    private Level level(Member member, BitSet before, List<Conjunct> serving, List<Conjunct> decidable, boolean first) {
        Expression on = joined(member.on);
        Expression where = joined(decidable);
        FromScope.Entry entry = member.entry;
        if (entry == null) {
            JoinGroup nested = java.util.Objects.requireNonNull(member.nested, "a member is a table or a join");
            List<Level> inner = levels(nested, before, member.outer ? member.on : serving);
            int offset = inner.stream().mapToInt(Level::offset).min().orElse(0);
            int end = inner.stream()
                    .mapToInt(each -> each.offset() + each.width())
                    .max()
                    .orElse(0);
            return new JoinLevel(inner, offset, end - offset, member.outer, on, where, null);
        }
        JoinGroup.Derived derived = member.derived;
        HashKeys hash = hash(member, before, member.outer ? member.on : serving, first);
        if (derived != null) {
            boolean fixed = !derived.query().correlated();
            return new QueryLevel(
                    derived.query(),
                    derived.blocks(),
                    entry.alias,
                    entry.offset,
                    entry.columns.size(),
                    member.outer,
                    on,
                    where,
                    fixed ? kept(hash, first) : null);
        }
        TableRef table = java.util.Objects.requireNonNull(entry.table, "an entry is a table or a query");
        List<PathChoice.Order> wanted = first && entry.place == ordered ? order : null;
        Path path = table.layout() == null
                ? Path.fullScan(null)
                : PathChoice.choose(table.layout(), entry.place, before, usable(member, serving), wanted);
        return new TableLevel(
                table,
                entry.place,
                entry.alias,
                entry.offset,
                entry.wanted,
                path,
                entry.lock,
                member.outer,
                on,
                where,
                rest(decidable, path, entry.place),
                path.isFullScan() ? kept(hash, first) : null);
    }

    private static @Nullable HashKeys kept(@Nullable HashKeys hash, boolean first) {
        return hash != null || first ? hash : HashKeys.NONE;
    }

    /** A condition of WHERE may not narrow how the inner side of an outer join is read: it has to see the rows that do not match. */
    private static List<Condition> usable(Member member, List<Conjunct> serving) {
        List<Condition> all = new ArrayList<>();
        for (Conjunct conjunct : member.outer ? member.on : serving) {
            all.addAll(conjunct.usable());
        }
        return all;
    }

    private static @Nullable HashKeys hash(Member member, BitSet before, List<Conjunct> serving, boolean first) {
        BitSet own = member.tables();
        List<Expression> build = new ArrayList<>();
        List<Expression> probe = new ArrayList<>();
        for (Conjunct conjunct : serving) {
            Conjunct.Equality equal = conjunct.equal();
            if (equal == null) {
                continue;
            }
            Conjunct.Equality turned = isWithin(equal.leftTables(), own) ? equal : equal.turned();
            if (!turned.leftTables().isEmpty()
                    && isWithin(turned.leftTables(), own)
                    && isWithin(turned.rightTables(), before)) {
                build.add(turned.left());
                probe.add(turned.right());
            }
        }
        return build.isEmpty() ? null : new HashKeys(build, probe, first);
    }

    private static boolean isWithin(BitSet tables, BitSet all) {
        BitSet missing = (BitSet) tables.clone();
        missing.andNot(all);
        return missing.isEmpty();
    }

    // ---- conditions ----

    private static @Nullable Expression joined(List<Conjunct> conjuncts) {
        Expression all = null;
        for (Conjunct conjunct : conjuncts) {
            all = both(all, conjunct.condition());
        }
        return all;
    }

    /** What a path does not decide by itself. */
    private static @Nullable Expression rest(List<Conjunct> conjuncts, Path path, int table) {
        return joined(conjuncts.stream()
                .filter(conjunct -> !conjunct.isDecidedBy(path, table))
                .toList());
    }

    static Expression both(@Nullable Expression left, Expression right) {
        if (left == null) {
            return right;
        }
        return Expression.of(SqlType.BOOLEAN, frame -> left.isTrue(frame) && right.isTrue(frame) ? 1L : 0L);
    }
}
