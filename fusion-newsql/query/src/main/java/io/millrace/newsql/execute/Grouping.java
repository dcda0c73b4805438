package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Accumulator;
import io.millrace.newsql.expression.AggregateCall;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.Group;
import io.millrace.newsql.plan.RowKeys;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Groups rows in memory, in the order in which their groups first come; with ROLLUP in the order of their keys, each sum behind what it sums up. Rows of groups for which
 * there is no room wait in files, and are grouped when the groups before are given; with ROLLUP they may not. One thread. Must be closed.
 */
final class Grouping implements AutoCloseable {

    /** Bytes that a group, an accumulator and an item of one cost, about. */
    private static final int GROUP_BYTES = 160;

    private static final int ITEM_BYTES = 64;

    /** @param keys how many of the keys are its own: with ROLLUP the others are summed up */
    private record Member(@Nullable Object[] row, int keys, List<Accumulator> accumulators) {}

    private final Group plan;
    private final int slots;
    private final Execution execution;

    /** By the number of keys that count. */
    private final List<Map<Object, Member>> groups = new ArrayList<>();

    /** Whether the one group there is stands for no row. */
    private boolean empty;

    private Iterator<Member> given = List.<Member>of().iterator();
    private final int depth;
    private @Nullable Partitions waiting;
    private @Nullable Grouping part;
    private long held;

    Grouping(Group plan, int slots, Execution execution) {
        this(plan, slots, execution, 0);
    }

    private Grouping(Group plan, int slots, Execution execution, int depth) {
        this.plan = plan;
        this.slots = slots;
        this.execution = execution;
        this.depth = depth;
        for (int i = 0; i <= (plan.isRollup() ? plan.keys().size() : 0); i++) {
            groups.add(new LinkedHashMap<>());
        }
        if (plan.keys().isEmpty()) {
            // A row of NULLs stands for the rows that there may be none of.
            groups.get(0).put(List.of(), newMember(new @Nullable Object[slots], 0));
            empty = true;
        }
    }

    void add(Frame frame) {
        execution.step();
        int most = plan.keys().size();
        if (plan.isRollup()) {
            for (int keys = most; keys >= 0; keys--) {
                add(groups.get(keys), plan.keys().subList(0, keys), frame);
            }
        } else {
            add(groups.get(0), plan.keys(), frame);
        }
    }

    private void add(Map<Object, Member> into, List<Expression> keys, Frame frame) {
        Object key = keys.isEmpty() ? List.of() : RowKeys.ofFrame(keys, frame);
        Member member = into.get(key);
        if (member == null && hasToWait()) {
            await(key, frame);
            return;
        }
        if (member == null || empty) {
            empty = false;
            member = newMember(frame.slots().clone(), keys.size());
            for (int i = 0; plan.isRollup() && i < plan.keys().size(); i++) {
                boolean own = i < keys.size();
                member.row()[plan.keySlot() + i] = own ? plan.keys().get(i).eval(frame) : null;
                member.row()[plan.keySlot() + plan.keys().size() + i] = own ? null : (Object) 1L;
            }
            into.put(key, member);
        }
        for (Accumulator accumulator : member.accumulators()) {
            long before = accumulator.items();
            accumulator.add(frame);
            if (accumulator.items() > before) {
                hold(ITEM_BYTES);
            }
        }
    }

    private long groupBytes() {
        return GROUP_BYTES + (slots + plan.aggregates().size() * 4L) * Long.BYTES;
    }

    private void hold(long bytes) {
        execution.hold(bytes);
        held += bytes;
    }

    /** Whether a new group finds no room. Once one had to wait, all that come later have to. */
    private boolean hasToWait() {
        return waiting != null
                || !plan.isRollup() && depth < Partitions.DEPTH_MAX && execution.shouldSpill(groupBytes(), held);
    }

    private void await(Object key, Frame frame) {
        Partitions files = waiting;
        if (files == null) {
            files = new Partitions(execution, depth);
            waiting = files;
        }
        files.add(key, frame.slots());
    }

    private Member newMember(@Nullable Object[] row, int keys) {
        hold(groupBytes());
        return new Member(
                row,
                keys,
                plan.aggregates().stream().map(AggregateCall::newAccumulator).toList());
    }

    /** All rows are there. */
    void finish(Frame frame) {
        List<Member> all = new ArrayList<>();
        groups.forEach(each -> all.addAll(each.values()));
        for (Member member : all) {
            for (int i = 0; i < member.accumulators().size(); i++) {
                member.row()[plan.aggregates().get(i).slot()] =
                        member.accumulators().get(i).result(frame);
            }
        }
        if (plan.isRollup()) {
            all.sort(this::compare);
        }
        groups.forEach(Map::clear);
        given = all.iterator();
    }

    private int compare(Member left, Member right) {
        int both = Math.min(left.keys(), right.keys());
        for (int i = 0; i < both; i++) {
            int order = Accumulator.compareNullable(
                    left.row()[plan.keySlot() + i],
                    right.row()[plan.keySlot() + i],
                    plan.keys().get(i).type());
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(right.keys(), left.keys());
    }

    /** Puts the next group's row into the frame. */
    boolean next(Frame frame) {
        if (given.hasNext()) {
            frame.replaceSlots(given.next().row());
            return true;
        }
        while (waiting != null) {
            Grouping inner = part == null ? group(waiting, frame) : part;
            part = inner;
            if (inner == null) {
                return false;
            }
            if (inner.next(frame)) {
                return true;
            }
            inner.close();
            part = null;
        }
        return false;
    }

    /** Groups the rows of the next file; null if there is none. */
    private @Nullable Grouping group(Partitions files, Frame frame) {
        forget();
        SpillFile.Reader rows = files.next();
        if (rows == null) {
            return null;
        }
        Grouping inner = new Grouping(plan, slots, execution, depth + 1);
        part = inner;
        for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
            frame.replaceSlots(row);
            inner.add(frame);
        }
        inner.finish(frame);
        return inner;
    }

    private void forget() {
        execution.letGo(held);
        held = 0;
    }

    @Override
    public void close() {
        forget();
        if (part != null) {
            part.close();
        }
        if (waiting != null) {
            waiting.close();
        }
    }
}
