package io.millrace.newsql.execute;

import io.millrace.newsql.plan.QueryFrame;
import io.millrace.newsql.plan.RowCursor;
import io.millrace.newsql.plan.RowKeys;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.SetPlan;
import io.millrace.newsql.plan.UnitedType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs UNION, EXCEPT and INTERSECT. What is united streams; of the others all but the first part are kept. */
final class SetCursor implements RowCursor {

    private static final int KEY_BYTES = 96;

    private final SetPlan plan;
    private final Execution execution;
    private final @Nullable QueryFrame around;
    private final ExecutionFrame frame;
    private final RowOutput output;

    /** How often a row was given, or may still be given. */
    private final Map<Object, Integer> counts = new HashMap<>();

    /** What UNION has given, which keeps the first of equal rows. */
    private final DistinctRows distinct;

    private long held;
    private int part;
    private @Nullable RowCursor current;
    private boolean prepared;

    SetCursor(SetPlan plan, Execution execution, @Nullable QueryFrame around) {
        this.plan = plan;
        this.execution = execution;
        this.around = around;
        this.frame = new ExecutionFrame(execution, around, plan.output().size());
        this.distinct = new DistinctRows(plan.output(), execution);
        this.output = new RowOutput(execution, frame, plan.sort(), plan.limit(), plan.offset());
    }

    @Override
    public @Nullable Object @Nullable [] next() {
        return output.next(this::nextRow);
    }

    private @Nullable Object @Nullable [] nextRow() {
        if (!prepared) {
            prepared = true;
            prepare();
        }
        while (part < plan.parts().size()) {
            RowCursor rows = current == null ? open(plan.parts().get(part)) : current;
            current = rows;
            @Nullable Object[] row = rows.next();
            if (row == null) {
                rows.close();
                current = null;
                part = plan.kind() == SetPlan.Kind.UNION
                        ? part + 1
                        : plan.parts().size();
                continue;
            }
            @Nullable Object[] converted = convert(row, plan.parts().get(part));
            if (passes(converted)) {
                frame.replaceSlots(converted);
                return converted;
            }
        }
        return distinct.later(frame);
    }

    private RowCursor open(SelectPlan query) {
        return Cursors.open(query, execution, around);
    }

    /** Counts the rows of the second part. */
    private void prepare() {
        if (plan.kind() == SetPlan.Kind.UNION) {
            return;
        }
        SelectPlan second = plan.parts().get(1);
        try (RowCursor rows = open(second)) {
            for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
                count(RowKeys.ofRow(convert(row, second), plan.output()), 1);
            }
        }
    }

    private int count(Object key, int more) {
        return counts.merge(key, more, (old, added) -> old + added) == more ? held(more) : counts.get(key);
    }

    private int held(int count) {
        execution.hold(KEY_BYTES);
        held += KEY_BYTES;
        return count;
    }

    private boolean passes(@Nullable Object[] row) {
        if (plan.kind() == SetPlan.Kind.UNION) {
            return plan.all() || distinct.isNew(row);
        }
        Object key = RowKeys.ofRow(row, plan.output());
        int there = counts.getOrDefault(key, 0);
        return switch (plan.kind()) {
            case UNION -> throw new IllegalStateException("UNION counts nothing");
            case INTERSECT -> there > 0 && take(key, plan.all() ? there - 1 : 0);
            case EXCEPT -> there <= 0 ? plan.all() || count(key, 1) == 1 : plan.all() && !take(key, there - 1);
        };
    }

    private boolean take(Object key, int left) {
        counts.put(key, left);
        return true;
    }

    private @Nullable Object[] convert(@Nullable Object[] row, SelectPlan from) {
        for (int i = 0; i < row.length; i++) {
            row[i] = UnitedType.convert(
                    row[i], from.output().get(i).type(), plan.output().get(i).type(), frame);
        }
        return row;
    }

    @Override
    public void close() {
        RowCursor open = current;
        if (open != null) {
            open.close();
        }
        execution.letGo(held);
        held = 0;
        distinct.close();
        output.close();
    }
}
