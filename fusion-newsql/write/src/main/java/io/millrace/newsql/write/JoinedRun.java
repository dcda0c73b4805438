package io.millrace.newsql.write;

import io.millrace.newsql.execute.RowFinder;
import io.millrace.newsql.execute.RowFinder.FoundRow;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.RowsPlan;
import io.millrace.newsql.plan.RowsPlan.Target;
import io.millrace.newsql.write.RowWrites.Duplicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Runs an UPDATE or DELETE of several tables: a row that several joined rows have is changed once, by the first. One use, one thread. */
final class JoinedRun {

    private static final int KEY_BYTES = 64;

    private final WriteContext context;
    private final RowsPlan plan;
    private final boolean ignore;
    private final Frame frame;
    private final List<Set<byte[]>> seen = new ArrayList<>();
    private long matched;
    private long changed;

    JoinedRun(WriteContext context, RowsPlan plan, boolean ignore) {
        this.context = context;
        this.plan = plan;
        this.ignore = ignore;
        this.frame = context.frame(plan.slots(), ignore);
        plan.targets().forEach(target -> seen.add(new TreeSet<>(Arrays::compareUnsigned)));
    }

    /** A row of one target that is locked, read again, and still part of what the statement looks for. */
    private interface Locked {
        void row(byte[] rowKey, byte[] bytes, @Nullable Object[] values);
    }

    private void lock(FoundRow found, int target, TableWriter writer, Locked work) {
        byte[] rowKey = found.rowKeys()[target];
        if (rowKey == null || seen.get(target).contains(rowKey)) {
            return;
        }
        byte[] bytes = writer.rows().lockAndRead(rowKey);
        if (bytes == null) {
            return;
        }
        @Nullable Object[] values = writer.rows().decode(bytes);
        System.arraycopy(values, 0, found.slots(), plan.targets().get(target).offset(), values.length);
        frame.replaceSlots(found.slots().clone());
        Expression condition = plan.condition();
        if (condition == null || condition.isTrue(frame)) {
            context.execution.hold(KEY_BYTES + rowKey.length);
            seen.get(target).add(rowKey);
            work.row(rowKey, bytes, values);
        }
    }

    WriteRun.Result update(WritePlan.UpdateJoined update) {
        List<TableWriter> writers = new ArrayList<>();
        List<Assignments> assignments = new ArrayList<>();
        for (int i = 0; i < update.targets().length; i++) {
            TableWriter writer = context.writer(target(update.targets()[i]).table());
            writers.add(writer);
            assignments.add(
                    new Assignments(context, writer, update.assignments().get(i), ignore, null));
        }
        for (FoundRow found : RowFinder.find(plan, context.execution)) {
            context.execution.step();
            for (int i = 0; i < update.targets().length; i++) {
                int target = update.targets()[i];
                TableWriter writer = writers.get(i);
                Assignments set = assignments.get(i);
                lock(found, target, writer, (rowKey, bytes, old) -> {
                    context.row = ++matched;
                    context.attempt(
                            ignore, () -> update(writer, set, target(target).offset(), rowKey, bytes, old));
                });
            }
        }
        return new WriteRun.Result(
                context.mode.foundRows() ? matched : changed,
                0,
                "Rows matched: " + matched + "  Changed: " + changed + "  Warnings: 0");
    }

    private Target target(int place) {
        return plan.targets().get(place);
    }

    private void update(
            TableWriter writer, Assignments set, int offset, byte[] rowKey, byte[] bytes, @Nullable Object[] old) {
        @Nullable Object[] values = set.apply(old, frame, offset);
        if (Arrays.deepEquals(old, values)) {
            return;
        }
        Duplicate duplicate = writer.update(rowKey, bytes, old, values, 0);
        if (duplicate != null) {
            throw writer.rows().error(duplicate, values);
        }
        changed++;
    }

    WriteRun.Result delete() {
        for (FoundRow found : RowFinder.find(plan, context.execution)) {
            context.execution.step();
            for (int i = 0; i < plan.targets().size(); i++) {
                TableWriter writer = context.writer(target(i).table());
                lock(found, i, writer, (rowKey, bytes, old) -> {
                    context.row++;
                    changed += context.attempt(ignore, () -> writer.delete(rowKey, old, 0)) ? 1 : 0;
                });
            }
        }
        return new WriteRun.Result(changed, 0, "");
    }
}
