package io.millrace.newsql.execute;

import io.millrace.newsql.plan.QueryFrame;
import io.millrace.newsql.plan.RecursivePlan;
import io.millrace.newsql.plan.RowCursor;
import io.millrace.newsql.plan.RowKeys;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.UnitedType;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs a recursive common table expression: round after round, each over the rows of the one before. */
final class RecursiveCursor implements RowCursor {

    private final RecursivePlan plan;
    private final Execution execution;
    private final @Nullable QueryFrame around;
    private final ExecutionFrame frame;
    private final List<@Nullable Object[]> all = new ArrayList<>();
    private final Set<Object> seen = new HashSet<>();
    private @Nullable RowCursor rows;
    private long held;

    RecursiveCursor(RecursivePlan plan, Execution execution, @Nullable QueryFrame around) {
        this.plan = plan;
        this.execution = execution;
        this.around = around;
        this.frame = new ExecutionFrame(execution, around, 0);
    }

    @Override
    public @Nullable Object @Nullable [] next() {
        RowCursor open = rows;
        if (open == null) {
            run();
            open = new ListCursor(all);
            rows = open;
        }
        return open.next();
    }

    private void run() {
        long most = roundsMax();
        List<@Nullable Object[]> round = new ArrayList<>();
        take(plan.seed(), round);
        for (long rounds = 0; !round.isEmpty(); rounds++) {
            if (rounds > most) {
                throw SqlErrors.of(
                        3636,
                        "HY000",
                        "Recursive query aborted after " + rounds
                                + " iterations. Try increasing @@cte_max_recursion_depth to a larger value.");
            }
            execution.work(plan.work(), round);
            List<@Nullable Object[]> next = new ArrayList<>();
            plan.steps().forEach(step -> take(step, next));
            round = next;
        }
    }

    private long roundsMax() {
        try {
            Object value = execution
                    .session()
                    .systemVariable("cte_max_recursion_depth", false)
                    .value();
            return value instanceof Long rounds ? rounds : 1000;
        } catch (io.millrace.newsql.mysql.SqlException e) {
            return 1000;
        }
    }

    private void take(SelectPlan part, List<@Nullable Object[]> into) {
        try (RowCursor found = Cursors.open(part, execution, around)) {
            for (@Nullable Object[] row = found.next(); row != null; row = found.next()) {
                execution.step();
                @Nullable Object[] converted = convert(row, part);
                if (!plan.distinct() || seen.add(RowKeys.ofRow(converted, plan.output()))) {
                    long bytes = RowBytes.of(converted) * (plan.distinct() ? 2 : 1);
                    execution.hold(bytes);
                    held += bytes;
                    into.add(converted);
                    all.add(converted);
                }
            }
        }
    }

    /** The types are the seed's: what is longer does not fit. */
    private @Nullable Object[] convert(@Nullable Object[] row, SelectPlan from) {
        @Nullable Object[] converted = new @Nullable Object[row.length];
        for (int i = 0; i < row.length; i++) {
            SqlType type = plan.output().get(i).type();
            converted[i] = UnitedType.convert(row[i], from.output().get(i).type(), type, frame);
            if (converted[i] instanceof String text
                    && !type.id().isLarge()
                    && !type.isEnumerated()
                    && text.codePointCount(0, text.length()) > type.length()) {
                throw SqlErrors.tooLong(plan.columns().get(i).name(), all.size() + 1L);
            }
        }
        return converted;
    }

    @Override
    public void close() {
        all.clear();
        seen.clear();
        execution.letGo(held);
        held = 0;
    }
}
