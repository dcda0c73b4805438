package io.millrace.newsql.write;

import io.millrace.newsql.execute.RowFinder;
import io.millrace.newsql.expression.Frame;
import org.jspecify.annotations.Nullable;

/** Runs a DELETE from one table. One use, one thread. */
final class DeleteRun {

    private final WriteContext context;
    private final WritePlan.Delete plan;
    private final TableWriter writer;
    private long affected;

    DeleteRun(WriteContext context, WritePlan.Delete plan) {
        this.context = context;
        this.plan = plan;
        this.writer = context.writer(plan.table());
    }

    WriteRun.Result run() {
        Frame frame = context.frame(plan.found().slots(), plan.ignore());
        for (byte[] rowKey : RowFinder.find(plan.found(), context.execution)) {
            context.execution.step();
            byte[] oldRow = writer.rows().lockAndRead(rowKey);
            @Nullable Object[] old = oldRow == null ? null : writer.rows().decode(oldRow);
            if (old != null && UpdateRun.stillMatches(plan.found(), old, frame)) {
                context.row++;
                affected += context.attempt(plan.ignore(), () -> writer.delete(rowKey, old, 0)) ? 1 : 0;
            }
        }
        return new WriteRun.Result(affected, 0, "");
    }
}
