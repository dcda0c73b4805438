package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code [NOT] IN (query)}. The rows of a query that reads nothing of the row around it are kept in a hash table, once a statement, where their types allow it; else they are
 * compared one by one up to the first that is equal.
 */
final class InSubquery {

    private static final int KEY_BYTES = 96;

    /** Values that a path may look for one by one: for more of them a walk over all rows is no slower. */
    private static final int VALUES_MAX = 4096;

    private final List<Expression> left;
    private final SelectPlan plan;
    private final boolean not;
    private final RowComparison comparison;
    private final boolean hashed;

    /** Stands for the query's rows in what a run remembers. */
    private final Object kept;

    /** The rows of the query. */
    private static final class Members {
        final Set<Object> keys = new HashSet<>();
        final List<Object> values = new ArrayList<>();
        final List<@Nullable Object[]> withNulls = new ArrayList<>();
        boolean any;
    }

    private InSubquery(List<Expression> left, SelectPlan plan, boolean not, Object kept) {
        this.left = left;
        this.kept = kept;
        this.plan = plan;
        this.not = not;
        this.comparison = new RowComparison(left, plan.output());
        boolean comparable = !plan.correlated();
        for (int i = 0; i < left.size(); i++) {
            comparable &= RowKeys.areComparable(
                    left.get(i).type(), plan.output().get(i).type());
        }
        this.hashed = comparable;
    }

    /** @param kept the same for all uses of the plan as a list of such rows */
    static Expression of(List<Expression> left, SelectPlan plan, boolean not, Object kept) {
        InSubquery in = new InSubquery(left, plan, not, kept);
        return Expression.of(SqlType.BOOLEAN, in.hashed ? in::byHash : in::oneByOne);
    }

    /** What a column is looked for by in {@code left IN (query)}; null if the query runs anew for each row, or its values are not those that are found. */
    static Path.@Nullable Values values(Expression left, SelectPlan plan, Object kept) {
        InSubquery in = new InSubquery(List.of(left), plan, false, kept);
        return in.hashed ? new Path.Values(plan.output().get(0).type(), in::values) : null;
    }

    /** Null if there are too many. */
    private @Nullable List<Object> values(Frame frame) {
        Members members = QueryFrame.of(frame).remembered(kept, () -> members(frame));
        return members.keys.size() > VALUES_MAX ? null : members.values;
    }

    private @Nullable Object byHash(Frame frame) {
        Members members = QueryFrame.of(frame).remembered(kept, () -> members(frame));
        if (!members.any) {
            return Subqueries.of(not);
        }
        Object key = RowKeys.ofEqual(left, frame);
        if (key != null && members.keys.contains(key)) {
            return Subqueries.of(!not);
        }
        if (key != null && members.withNulls.isEmpty()) {
            return Subqueries.of(not);
        }
        return withNulls(members, frame);
    }

    /** No row is equal; with a NULL on one side it may be unknown whether one is. */
    private @Nullable Object withNulls(Members members, Frame frame) {
        if (left.size() == 1) {
            return null;
        }
        @Nullable Object[] values = Subqueries.values(left, frame);
        for (@Nullable Object[] row : members.withNulls) {
            if (comparison.equal(values, row, frame) == null) {
                return null;
            }
        }
        return RowKeys.ofEqual(left, frame) == null ? oneByOne(frame) : Subqueries.of(not);
    }

    private Members members(Frame frame) {
        QueryFrame block = QueryFrame.of(frame);
        Members members = new Members();
        try (RowCursor rows = block.open(plan, block)) {
            for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
                members.any = true;
                block.hold(KEY_BYTES);
                boolean whole = true;
                for (Object value : row) {
                    whole &= value != null;
                }
                if (whole) {
                    boolean isNew = members.keys.add(RowKeys.ofRow(row, plan.output()));
                    if (isNew && row.length == 1 && row[0] != null && members.values.size() < VALUES_MAX) {
                        members.values.add(row[0]);
                    }
                } else if (row.length > 1 || members.withNulls.isEmpty()) {
                    members.withNulls.add(row);
                }
            }
        }
        return members;
    }

    private @Nullable Object oneByOne(Frame frame) {
        @Nullable Object[] values = Subqueries.values(left, frame);
        boolean unknown = false;
        try (RowCursor rows = Subqueries.rows(plan, frame)) {
            for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
                Boolean equal = comparison.equal(values, row, frame);
                if (equal == null) {
                    unknown = true;
                } else if (equal) {
                    return Subqueries.of(!not);
                }
            }
        }
        return unknown ? null : Subqueries.of(not);
    }
}
