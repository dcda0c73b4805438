package io.millrace.newsql.execute;

import io.millrace.newsql.plan.QueryFrame;
import io.millrace.newsql.plan.RowCursor;
import io.millrace.newsql.plan.SelectPlan;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A row of a run. */
final class ExecutionFrame extends QueryFrame {

    private final Execution execution;

    ExecutionFrame(Execution execution, @Nullable QueryFrame outer, int slots) {
        super(execution.session(), execution.parameters(), outer, slots);
        this.execution = execution;
    }

    @Override
    public RowCursor open(SelectPlan plan, @Nullable QueryFrame around) {
        return Cursors.open(plan, execution, around);
    }

    @Override
    public <T> T remembered(Object part, Supplier<T> make) {
        return execution.remembered(part, make);
    }

    @Override
    public void hold(long bytes) {
        execution.hold(bytes);
    }
}
