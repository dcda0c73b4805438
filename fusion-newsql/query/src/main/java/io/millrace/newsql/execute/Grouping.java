package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Accumulator;
import io.millrace.newsql.expression.AggregateCall;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.type.Comparing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Groups rows in memory, in the order in which their groups first come. */
final class Grouping {

    /** Bytes that a group, an accumulator and an item of one cost, about. */
    private static final int GROUP_BYTES = 160;

    private static final int ITEM_BYTES = 64;

    private record Group(@Nullable Object[] row, List<Accumulator> accumulators) {}

    private final SelectPlan plan;
    private final Execution execution;
    private final Map<List<Object>, Group> groups = new LinkedHashMap<>();

    Grouping(SelectPlan plan, Execution execution) {
        this.plan = plan;
        this.execution = execution;
    }

    void add(Frame frame) {
        List<Object> key = new ArrayList<>(plan.groupBy().size());
        for (Expression expression : plan.groupBy()) {
            Object value = expression.eval(frame);
            key.add(value == null ? Grouping.class : Comparing.groupKey(value, expression.type()));
        }
        Group group = groups.get(key);
        if (group == null) {
            group = newGroup(frame.slots().clone());
            groups.put(key, group);
        }
        for (Accumulator accumulator : group.accumulators()) {
            long before = accumulator.items();
            accumulator.add(frame);
            if (accumulator.items() > before) {
                execution.hold(ITEM_BYTES);
            }
        }
    }

    private Group newGroup(@Nullable Object[] row) {
        execution.hold(GROUP_BYTES + (row.length + plan.aggregates().size() * 4L) * Long.BYTES);
        return new Group(
                row,
                plan.aggregates().stream().map(AggregateCall::newAccumulator).toList());
    }

    /** The grouped rows, each a frame's slots; one of NULLs if everything is one group and there was no row. */
    List<@Nullable Object[]> rows(Frame frame) {
        if (groups.isEmpty() && plan.groupBy().isEmpty()) {
            groups.put(List.of(), newGroup(new @Nullable Object[plan.slots()]));
        }
        List<@Nullable Object[]> rows = new ArrayList<>(groups.size());
        for (Group group : groups.values()) {
            for (int i = 0; i < group.accumulators().size(); i++) {
                group.row()[plan.aggregates().get(i).slot()] =
                        group.accumulators().get(i).result(frame);
            }
            rows.add(group.row());
        }
        return rows;
    }
}
