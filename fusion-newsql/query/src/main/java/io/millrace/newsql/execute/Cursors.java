package io.millrace.newsql.execute;

import io.millrace.newsql.plan.BlockPlan;
import io.millrace.newsql.plan.QueryFrame;
import io.millrace.newsql.plan.RecursivePlan;
import io.millrace.newsql.plan.RowCursor;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.SetPlan;
import io.millrace.newsql.plan.ValuesPlan;
import io.millrace.newsql.plan.WorkPlan;
import org.jspecify.annotations.Nullable;

/** Opens queries of all kinds. */
final class Cursors {

    private Cursors() {}

    /** @param around the row that the query sees of the block around it; null if there is none */
    static RowCursor open(SelectPlan plan, Execution execution, @Nullable QueryFrame around) {
        RowCursor rows = plain(plan, execution, around);
        Measurements measurements = execution.measurements();
        return measurements == null ? rows : measurements.around(plan, rows);
    }

    private static RowCursor plain(SelectPlan plan, Execution execution, @Nullable QueryFrame around) {
        if (plan instanceof BlockPlan block) {
            return new BlockCursor(block, execution, around);
        }
        if (plan instanceof SetPlan set) {
            return new SetCursor(set, execution, around);
        }
        if (plan instanceof ValuesPlan values) {
            return new ValuesCursor(values, new ExecutionFrame(execution, around, 0));
        }
        if (plan instanceof RecursivePlan recursive) {
            return new RecursiveCursor(recursive, execution, around);
        }
        return execution.work((WorkPlan) plan);
    }
}
