package io.millrace.newsql.execute;

import io.millrace.newsql.plan.QueryFrame;
import io.millrace.newsql.plan.RowCursor;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.SetPlan;
import io.millrace.newsql.plan.UnitedType;
import org.jspecify.annotations.Nullable;

/** Runs UNION, EXCEPT and INTERSECT. What is united streams; of the others the second part is counted before the first streams. */
final class SetCursor implements RowCursor {

    private final SetPlan plan;
    private final Execution execution;
    private final @Nullable QueryFrame around;
    private final ExecutionFrame frame;
    private final RowOutput output;

    /** The rows of the second part of what is not united. */
    private final CountedRows counted;

    /** What was given, which keeps the first of equal rows. */
    private final DistinctRows distinct;

    private int part;
    private @Nullable RowCursor current;
    private boolean prepared;

    SetCursor(SetPlan plan, Execution execution, @Nullable QueryFrame around) {
        this.plan = plan;
        this.execution = execution;
        this.around = around;
        this.frame = new ExecutionFrame(execution, around, plan.output().size());
        this.distinct = new DistinctRows(plan.output(), execution);
        this.counted = new CountedRows(plan.output(), plan.kind() == SetPlan.Kind.INTERSECT, plan.all(), execution);
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
        return later();
    }

    private @Nullable Object @Nullable [] later() {
        for (@Nullable Object[] row = counted.later(); row != null; row = counted.later()) {
            if (plan.all() || distinct.isNew(row)) {
                frame.replaceSlots(row);
                return row;
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
                execution.step();
                counted.count(convert(row, second));
            }
        }
    }

    private boolean passes(@Nullable Object[] row) {
        return (plan.kind() == SetPlan.Kind.UNION || counted.passes(row)) && (plan.all() || distinct.isNew(row));
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
        counted.close();
        distinct.close();
        output.close();
    }
}
