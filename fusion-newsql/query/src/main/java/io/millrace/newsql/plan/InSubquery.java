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

    private final List<Expression> left;
    private final SelectPlan plan;
    private final boolean not;
    private final RowComparison comparison;
    private final boolean hashed;

    /** The rows of the query. */
    private static final class Members {
        final Set<Object> keys = new HashSet<>();
        final List<@Nullable Object[]> withNulls = new ArrayList<>();
        boolean any;
    }

    private InSubquery(List<Expression> left, SelectPlan plan, boolean not) {
        this.left = left;
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

    static Expression of(List<Expression> left, SelectPlan plan, boolean not) {
        InSubquery in = new InSubquery(left, plan, not);
        return Expression.of(SqlType.BOOLEAN, in.hashed ? in::byHash : in::oneByOne);
    }

    private @Nullable Object byHash(Frame frame) {
        Members members = QueryFrame.of(frame).remembered(this, () -> members(frame));
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
                    members.keys.add(RowKeys.ofRow(row, plan.output()));
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
