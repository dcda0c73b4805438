package io.millrace.newsql.execute;

import io.millrace.newsql.plan.BlockPlan;
import io.millrace.newsql.plan.QueryFrame;
import io.millrace.newsql.plan.RowCursor;
import org.jspecify.annotations.Nullable;

/**
 * Runs one block: join, group, having, windows, distinct, sort, limit, each only if it is asked for. What does none of grouping, windows and sorting streams.
 */
final class BlockCursor implements RowCursor {

    private final BlockPlan plan;
    private final Execution execution;
    private final ExecutionFrame frame;
    private final RowOutput output;
    private final @Nullable DistinctRows distinct;
    private final JoinCursor join;
    private @Nullable Groups groups;
    private @Nullable WindowRun windows;
    private boolean started;
    private boolean impossible;

    BlockCursor(BlockPlan plan, Execution execution, @Nullable QueryFrame around) {
        this.plan = plan;
        this.execution = execution;
        this.frame = new ExecutionFrame(execution, around, plan.slots());
        this.output = new RowOutput(execution, frame, plan.sort(), plan.limit(), plan.offset());
        this.distinct = plan.distinct() ? new DistinctRows(plan.output(), execution) : null;
        this.join = new JoinCursor(plan.join(), execution, frame);
    }

    @Override
    public @Nullable Object @Nullable [] next() {
        return output.next(this::nextRow);
    }

    /** The next row before sorting; the frame is that row's. */
    private @Nullable Object @Nullable [] nextRow() {
        if (!started) {
            started = true;
            start();
        }
        while (windows == null ? nextFiltered() : windows.next(frame)) {
            @Nullable Object[] values = new @Nullable Object[plan.output().size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = plan.output().get(i).eval(frame);
            }
            if (distinct == null || distinct.isNew(values, frame.slots())) {
                return values;
            }
        }
        return distinct == null ? null : distinct.later(frame);
    }

    private void start() {
        impossible = plan.constant() != null && !plan.constant().isTrue(frame);
        if (plan.group() != null) {
            Groups grouping = plan.group().isRollup()
                    ? new RollupGroups(plan.group(), execution)
                    : new Grouping(plan.group(), plan.slots(), execution);
            groups = grouping;
            while (!impossible && join.next()) {
                grouping.add(frame);
            }
            grouping.finish(frame);
        }
        if (!plan.windows().isEmpty()) {
            WindowRun run = new WindowRun(plan.windows(), execution);
            while (nextFiltered()) {
                run.add(frame);
            }
            windows = run;
        }
    }

    private boolean nextFiltered() {
        while (groups != null ? groups.next(frame) : !impossible && join.next()) {
            if (plan.having() == null || plan.having().isTrue(frame)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        join.close();
        if (groups != null) {
            groups.close();
        }
        if (windows != null) {
            windows.close();
        }
        if (distinct != null) {
            distinct.close();
        }
        output.close();
    }
}
