package io.millrace.newsql.execute;

import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.mysql.RowWriter;
import io.millrace.newsql.plan.BlockPlan;
import io.millrace.newsql.plan.DirectPlan;
import io.millrace.newsql.plan.SelectPlan;
import java.util.List;
import java.util.Objects;

/** Runs a query whose rows go to the client as they lie in the storage: those with a {@link DirectPlan}. */
public final class DirectRun {

    private final BlockPlan plan;
    private final DirectPlan direct;
    private final ExecutionFrame frame;
    private final DirectRow row;

    private DirectRun(BlockPlan plan, DirectPlan direct, Execution execution) {
        this.plan = plan;
        this.direct = direct;
        this.frame = new ExecutionFrame(execution, null, plan.slots());
        this.row = new DirectRow(plan, direct, frame);
    }

    /**
     * Gives the result but for its end. The first row is read before anything is written: what fails with it leaves no half of a result.
     *
     * @param columns as the client is told of them
     * @param most rows at most, whatever the query's own limit
     * @return how many rows were given
     */
    public static long run(
            SelectPlan plan, Execution execution, List<ColumnDefinition> columns, long most, ResultSink out) {
        DirectPlan direct = Objects.requireNonNull(plan.direct(), "a direct plan");
        return new DirectRun((BlockPlan) plan, direct, execution).run(execution, columns, most, out);
    }

    private long run(Execution execution, List<ColumnDefinition> columns, long most, ResultSink out) {
        long limit = Math.min(most, RowOutput.count(plan.limit(), Long.MAX_VALUE, frame));
        long offset = RowOutput.count(plan.offset(), 0, frame);
        long given = 0;
        boolean possible =
                limit > 0 && (plan.constant() == null || plan.constant().isTrue(frame));
        try (StoredRows rows = possible ? open(execution) : StoredRows.NONE) {
            while (given < limit && rows.next()) {
                if (!row.take(rows) || offset-- > 0) {
                    continue;
                }
                row.compute();
                if (given++ == 0) {
                    out.columns(columns);
                }
                RowWriter written = out.row();
                row.write(written);
                written.end();
            }
        }
        if (given == 0) {
            out.columns(columns);
        }
        return given;
    }

    private StoredRows open(Execution execution) {
        if (direct.table() == null) {
            return StoredRows.single();
        }
        return direct.isPoint() && execution.lock() == null
                ? PointRow.find(direct.table(), execution, frame)
                : StoredRows.of(new TableCursor(direct.table(), execution, frame));
    }
}
