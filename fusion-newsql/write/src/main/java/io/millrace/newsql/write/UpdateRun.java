package io.millrace.newsql.write;

import io.millrace.newsql.execute.RowFinder;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.write.RowWrites.Duplicate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Runs an UPDATE of one table. One use, one thread. */
final class UpdateRun {

    private final WriteContext context;
    private final WritePlan.Update plan;
    private final TableWriter writer;
    private final Assignments assignments;
    private long matched;
    private long changed;

    UpdateRun(WriteContext context, WritePlan.Update plan) {
        this.context = context;
        this.plan = plan;
        this.writer = context.writer(plan.table());
        this.assignments = new Assignments(context, writer, plan.assignments(), plan.ignore(), plan.check());
    }

    WriteRun.Result run() {
        Frame frame = context.frame(plan.found().slots(), plan.ignore());
        for (byte[] rowKey : RowFinder.find(plan.found(), context.execution)) {
            context.execution.step();
            byte[] oldRow = writer.rows().lockAndRead(rowKey);
            @Nullable Object[] old = oldRow == null ? null : writer.rows().decode(oldRow);
            if (oldRow == null || old == null || !stillMatches(plan.found(), old, frame)) {
                continue;
            }
            context.row = ++matched;
            frame.replaceSlots(Arrays.copyOf(old, plan.found().slots()));
            context.attempt(plan.ignore(), () -> update(rowKey, oldRow, old, frame));
        }
        return new WriteRun.Result(
                context.mode.foundRows() ? matched : changed,
                0,
                "Rows matched: " + matched + "  Changed: " + changed + "  Warnings: 0");
    }

    private void update(byte[] rowKey, byte[] oldRow, @Nullable Object[] old, Frame frame) {
        @Nullable Object[] values = assignments.apply(old, frame, 0);
        if (Arrays.deepEquals(old, values)) {
            return;
        }
        Duplicate duplicate = writer.update(rowKey, oldRow, old, values, 0);
        if (duplicate != null) {
            throw writer.rows().error(duplicate, values);
        }
        changed++;
    }

    /** A row that was found in the snapshot is locked and looked at again: it may have changed. */
    static boolean stillMatches(SelectPlan plan, @Nullable Object[] row, Frame frame) {
        frame.replaceSlots(Arrays.copyOf(row, plan.slots()));
        Expression where = plan.levels().get(0).where();
        return where == null || where.isTrue(frame);
    }
}
