package io.millrace.newsql.execute;

import io.millrace.newsql.execute.Sorter.Sorted;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.Group;
import io.millrace.newsql.plan.SortKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY … WITH ROLLUP: rows are sorted by the keys, so that no more than one group of each length of keys is open at a time, and each sum comes behind what it sums up.
 * One thread. Must be closed.
 */
final class RollupGroups implements Groups {

    private final Group plan;
    private final Execution execution;
    private final List<SortKey> order;
    private final Sorter sorter;

    /** The groups that the last row is in, by the number of keys that are their own. */
    private final List<GroupMember> open = new ArrayList<>();

    private final Deque<GroupMember> finished = new ArrayDeque<>();
    private @Nullable Object[] keys = {};

    RollupGroups(Group plan, Execution execution) {
        this.plan = plan;
        this.execution = execution;
        this.order = plan.keys().stream().map(key -> new SortKey(key, false)).toList();
        this.sorter = new Sorter(order, execution, Long.MAX_VALUE);
    }

    @Override
    public void add(Frame frame) {
        execution.step();
        sorter.add(frame.slots().clone(), frame);
    }

    @Override
    public void finish(Frame frame) {
        sorter.sort();
    }

    @Override
    public boolean next(Frame frame) {
        while (finished.isEmpty()) {
            Sorted row = sorter.nextSorted();
            if (row != null) {
                take(row, frame);
            } else if (open.isEmpty()) {
                return false;
            } else {
                finishFrom(0, frame);
            }
        }
        GroupMember next = finished.remove();
        execution.letGo(next.held());
        frame.replaceSlots(next.row());
        return true;
    }

    private void take(Sorted row, Frame frame) {
        execution.step();
        if (!open.isEmpty()) {
            finishFrom(same(row.keys()) + 1, frame);
        }
        keys = row.keys();
        for (int own = open.size(); own <= order.size(); own++) {
            open.add(new GroupMember(plan, groupRow(row, own), execution));
        }
        frame.replaceSlots(row.values());
        open.forEach(group -> group.add(frame, execution));
    }

    /** How many of the first keys are those of the row before. */
    private int same(@Nullable Object[] others) {
        int same = 0;
        while (same < order.size() && Sorter.compare(order, keys, others, same, same + 1) == 0) {
            same++;
        }
        return same;
    }

    /** Ends the groups with so many keys of their own, and with more. */
    private void finishFrom(int own, Frame frame) {
        for (int i = open.size() - 1; i >= own; i--) {
            GroupMember group = open.remove(i);
            group.finish(frame);
            finished.add(group);
        }
    }

    /** A row with its keys, and behind them for each whether it was rolled up. */
    private @Nullable Object[] groupRow(Sorted row, int own) {
        @Nullable Object[] values = row.values().clone();
        int count = order.size();
        for (int i = 0; i < count; i++) {
            values[plan.keySlot() + i] = i < own ? row.keys()[i] : null;
            values[plan.keySlot() + count + i] = i < own ? null : (Object) 1L;
        }
        return values;
    }

    @Override
    public void close() {
        sorter.close();
        open.forEach(group -> execution.letGo(group.held()));
        open.clear();
        finished.forEach(group -> execution.letGo(group.held()));
        finished.clear();
    }
}
