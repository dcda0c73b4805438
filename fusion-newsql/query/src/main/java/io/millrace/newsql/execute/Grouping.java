package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.Group;
import io.millrace.newsql.plan.RowKeys;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Groups rows by a hash of their keys, in the order in which their groups first come. Rows of groups for which there is no room wait in files, and are grouped when the
 * groups before are given.
 */
final class Grouping implements Groups {

    private final Group plan;
    private final int slots;
    private final Execution execution;
    private final Map<Object, GroupMember> groups = new LinkedHashMap<>();

    /** Whether the one group there is stands for no row. */
    private boolean empty;

    private Iterator<GroupMember> given = List.<GroupMember>of().iterator();
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
        if (plan.keys().isEmpty()) {
            // A row of NULLs stands for the rows that there may be none of.
            groups.put(List.of(), newMember(new @Nullable Object[slots]));
            empty = true;
        }
    }

    @Override
    public void add(Frame frame) {
        execution.step();
        Object key = plan.keys().isEmpty() ? List.of() : RowKeys.ofFrame(plan.keys(), frame);
        GroupMember member = groups.get(key);
        if (member == null && hasToWait(frame.slots())) {
            await(key, frame);
            return;
        }
        if (member == null || empty) {
            empty = false;
            member = newMember(frame.slots().clone());
            groups.put(key, member);
        }
        long before = member.held();
        member.add(frame, execution);
        held += member.held() - before;
    }

    /** Whether a new group finds no room. Once one had to wait, all that come later have to. */
    private boolean hasToWait(@Nullable Object[] row) {
        return waiting != null
                || depth < Partitions.DEPTH_MAX && execution.shouldSpill(GroupMember.bytes(plan, row), held);
    }

    private void await(Object key, Frame frame) {
        Partitions files = waiting;
        if (files == null) {
            files = new Partitions(execution, depth);
            waiting = files;
        }
        files.add(key, frame.slots());
    }

    private GroupMember newMember(@Nullable Object[] row) {
        GroupMember member = new GroupMember(plan, row, execution);
        held += member.held();
        return member;
    }

    @Override
    public void finish(Frame frame) {
        List<GroupMember> all = List.copyOf(groups.values());
        all.forEach(member -> member.finish(frame));
        groups.clear();
        given = all.iterator();
    }

    @Override
    public boolean next(Frame frame) {
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
