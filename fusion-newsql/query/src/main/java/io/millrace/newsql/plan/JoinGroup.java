package io.millrace.newsql.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is joined with each other by inner joins, and what hangs on it by outer ones, before its order is chosen. */
final class JoinGroup {

    /** One table, derived table or join in parentheses. */
    static final class Member {
        final FromScope.@Nullable Entry entry;

        @Nullable
        Derived derived;

        final @Nullable JoinGroup nested;

        /** Whether it is the inner side of an outer join, and that join's conditions. */
        boolean outer;

        List<Conjunct> on = List.of();

        /** What has to be read before it. */
        final BitSet behind = new BitSet();

        private Member(FromScope.@Nullable Entry entry, @Nullable Derived derived, @Nullable JoinGroup nested) {
            this.entry = entry;
            this.derived = derived;
            this.nested = nested;
        }

        static Member of(FromScope.Entry entry, @Nullable Derived derived) {
            return new Member(entry, derived, null);
        }

        static Member of(JoinGroup nested) {
            JoinGroup.Member only = nested.members.size() == 1 ? nested.members.get(0) : null;
            return only != null && !only.outer && nested.conjuncts.isEmpty()
                    ? new Member(only.entry, only.derived, only.nested)
                    : new Member(null, null, nested);
        }

        /** Its tables, by their places. */
        BitSet tables() {
            BitSet tables = new BitSet();
            if (entry != null) {
                tables.set(entry.place);
            } else if (nested != null) {
                nested.members.forEach(member -> tables.or(member.tables()));
            }
            return tables;
        }
    }

    /**
     * A query in the FROM.
     *
     * @param blocks how many blocks out the row lies that it sees around it
     * @param narrower plans it again with conditions on its columns; null if it cannot be
     */
    record Derived(SelectPlan query, int blocks, @Nullable Narrower narrower) {}

    /** Plans a query again, so that it gives only rows that fulfil conditions. */
    @FunctionalInterface
    interface Narrower {

        /** Null if it can check none of them. */
        Narrowing.@Nullable Narrowed narrow(List<PushedCondition> conditions);
    }

    final List<Member> members = new ArrayList<>();
    final List<Conjunct> conjuncts = new ArrayList<>();

    BitSet tables() {
        BitSet tables = new BitSet();
        members.forEach(member -> tables.or(member.tables()));
        return tables;
    }

    /** Takes the members of another group in, behind its own. */
    void join(JoinGroup other) {
        members.addAll(other.members);
        conjuncts.addAll(other.conjuncts);
    }
}
