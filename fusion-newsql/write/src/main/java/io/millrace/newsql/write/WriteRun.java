package io.millrace.newsql.write;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.Counters;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.execute.Execution;
import io.millrace.newsql.execute.RowFinder;
import io.millrace.newsql.execute.SelectRun;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.write.RowWrites.Duplicate;
import io.millrace.newsql.write.WritePlan.Assignment;
import io.millrace.newsql.write.WritePlan.OnDuplicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a statement that changes rows. One use, one thread. The caller undoes what it wrote if it fails. */
public final class WriteRun {

    private static final int KEY_BYTES = 48;

    /** How the session writes. @param foundRows whether rows that were found count as affected, changed or not */
    public record Mode(boolean strict, boolean zeroIsNumber, boolean foundRows) {}

    /** What a statement did. @param lastInsertId first number of AUTO_INCREMENT that was made; 0 for none */
    public record Result(long affected, long lastInsertId, String info) {}

    private final Execution execution;
    private final Counters counters;
    private final Mode mode;
    private long affected;
    private long lastInsertId;
    private long records;
    private long duplicates;

    public WriteRun(Execution execution, Counters counters, Mode mode) {
        this.execution = execution;
        this.counters = counters;
        this.mode = mode;
    }

    public Result run(WritePlan plan) {
        if (plan instanceof WritePlan.Insert insert) {
            return insert(insert);
        }
        return plan instanceof WritePlan.Update update ? update(update) : delete((WritePlan.Delete) plan);
    }

    // ---- INSERT ----

    private Result insert(WritePlan.Insert plan) {
        RowWrites writes = new RowWrites(plan.table().stored(), execution.transaction());
        int width = plan.table().info().columns().size();
        Frame frame = execution.newFrame(2 * width);
        for (List<@Nullable Expression> row : plan.rows()) {
            insertRow(plan, writes, frame, width, (ordinal, target) -> {
                Expression value = row.get(ordinal);
                return value == null ? null : new Given(value.eval(frame), value);
            });
        }
        SelectPlan query = plan.query();
        if (query != null) {
            insertQuery(plan, query, writes, frame, width);
        }
        boolean single = query == null && plan.rows().size() == 1;
        return new Result(
                affected,
                lastInsertId,
                single ? "" : "Records: " + records + "  Duplicates: " + duplicates + "  Warnings: 0");
    }

    /** What a statement gives to a column. */
    private record Given(@Nullable Object value, Expression expression) {}

    private interface Values {
        /** Null for DEFAULT. */
        @Nullable
        Given of(int index, ColumnValues.Target target);
    }

    /** The query is run to its end first: it may read the table that is written. */
    private void insertQuery(WritePlan.Insert plan, SelectPlan query, RowWrites writes, Frame frame, int width) {
        List<@Nullable Object[]> found = new ArrayList<>();
        SelectRun.run(query, execution, values -> {
            execution.hold(values.length * (long) KEY_BYTES);
            found.add(values);
        });
        for (@Nullable Object[] row : found) {
            insertRow(
                    plan,
                    writes,
                    frame,
                    width,
                    (index, target) -> new Given(row[index], query.output().get(index)));
        }
    }

    private void insertRow(WritePlan.Insert plan, RowWrites writes, Frame frame, int width, Values given) {
        execution.step();
        records++;
        @Nullable Object[] row = new @Nullable Object[width];
        frame.replaceSlots(Arrays.copyOf(row, 2 * width));
        try {
            fill(plan, row, frame, given);
        } catch (SqlException e) {
            if (plan.onDuplicate() == OnDuplicate.IGNORE && isOfRow(e)) {
                execution.session().warnings().warn(e.code(), e.text());
                return;
            }
            throw e;
        }
        long number =
                plan.table().info().primary() == null ? rowNumber(plan.table().info(), row) : 0;
        store(plan, writes, frame, row, writes.layout().rowKey(row, number));
    }

    private static boolean isOfRow(SqlException e) {
        return e.code() == SqlErrors.DUPLICATE_KEY || e.code() == 1048;
    }

    /** A table without a primary key has numbers for its rows; they are those of AUTO_INCREMENT's counter if there is one. */
    private long rowNumber(TableInfo table, @Nullable Object[] row) {
        int auto = table.autoIncrementOrdinal();
        return auto >= 0 && row[auto] instanceof Long given ? given : counters.take(table.id(), 1);
    }

    private void fill(WritePlan.Insert plan, @Nullable Object[] row, Frame frame, Values given) {
        TableInfo table = plan.table().info();
        boolean[] filled = new boolean[row.length];
        for (int i = 0; i < plan.columns().length; i++) {
            int ordinal = plan.columns()[i];
            ColumnInfo column = table.columns().get(ordinal);
            ColumnValues.Target target = target(column, plan.onDuplicate() == OnDuplicate.IGNORE, frame);
            Given value = given.of(i, target);
            if (value != null) {
                row[ordinal] = value.value() == null
                        ? nullFor(column, target)
                        : ColumnValues.assign(value.value(), value.expression().type(), column.type(), target);
                filled[ordinal] = true;
                frame.slots()[ordinal] = row[ordinal];
            }
        }
        for (int ordinal = 0; ordinal < row.length; ordinal++) {
            if (!filled[ordinal]) {
                ColumnInfo column = table.columns().get(ordinal);
                row[ordinal] =
                        Defaults.of(column, target(column, plan.onDuplicate() == OnDuplicate.IGNORE, frame), frame);
            }
        }
        number(table, row, frame);
    }

    private @Nullable Object nullFor(ColumnInfo column, ColumnValues.Target target) {
        if (column.nullable() || column.autoIncrement()) {
            return null;
        }
        if (target.strict()) {
            throw SqlErrors.notNull(column.name());
        }
        target.sink().warn(1048, "Column '" + column.name() + "' cannot be null");
        return Defaults.implicit(column.type());
    }

    private void number(TableInfo table, @Nullable Object[] row, Frame frame) {
        int auto = table.autoIncrementOrdinal();
        if (auto < 0) {
            return;
        }
        ColumnInfo column = table.columns().get(auto);
        long given =
                row[auto] instanceof Long value ? value : row[auto] instanceof Double value ? value.longValue() : 0;
        if (row[auto] != null && (given != 0 || mode.zeroIsNumber())) {
            if (given > 0) {
                counters.raise(table.id(), given);
            }
            return;
        }
        long number = counters.take(table.id(), 1);
        row[auto] = ColumnValues.assign(
                number, io.millrace.newsql.type.SqlType.BIGINT, column.type(), target(column, false, frame));
        lastInsertId = lastInsertId == 0 ? number : lastInsertId;
    }

    private ColumnValues.Target target(ColumnInfo column, boolean ignore, Frame frame) {
        return new ColumnValues.Target(
                column.name(),
                mode.strict() && !ignore,
                Math.max(1, records),
                frame.session().zone(),
                frame.today(),
                frame.warnings());
    }

    private void store(WritePlan.Insert plan, RowWrites writes, Frame frame, @Nullable Object[] row, byte[] rowKey) {
        while (true) {
            Duplicate duplicate = writes.insert(row, rowKey);
            if (duplicate == null) {
                affected++;
                return;
            }
            switch (plan.onDuplicate()) {
                case FAIL -> throw writes.error(duplicate, row);
                case IGNORE -> {
                    duplicates++;
                    execution
                            .session()
                            .warnings()
                            .warn(
                                    SqlErrors.DUPLICATE_KEY,
                                    String.valueOf(writes.error(duplicate, row).getMessage()));
                    return;
                }
                case REPLACE -> {
                    duplicates++;
                    byte[] old = writes.lockAndRead(duplicate.rowKey());
                    if (old != null) {
                        writes.delete(duplicate.rowKey(), writes.decode(old));
                        affected++;
                    }
                }
                case UPDATE -> {
                    duplicates++;
                    updateDuplicate(plan, writes, frame, row, duplicate);
                    return;
                }
            }
        }
    }

    private void updateDuplicate(
            WritePlan.Insert plan, RowWrites writes, Frame frame, @Nullable Object[] row, Duplicate duplicate) {
        byte[] oldRow = writes.lockAndRead(duplicate.rowKey());
        if (oldRow == null) {
            throw SqlErrors.deadlock();
        }
        @Nullable Object[] old = writes.decode(oldRow);
        @Nullable Object[] slots = Arrays.copyOf(old, 2 * old.length);
        System.arraycopy(row, 0, slots, old.length, row.length);
        frame.replaceSlots(slots);
        @Nullable Object[] values = assign(plan.table().info(), plan.updates(), old, frame, false);
        int auto = plan.table().info().autoIncrementOrdinal();
        if (auto >= 0 && old[auto] instanceof Long id && lastInsertId != 0) {
            lastInsertId = id;
        }
        if (Arrays.deepEquals(old, values)) {
            affected += mode.foundRows() ? 1 : 0;
            return;
        }
        Duplicate other = writes.update(duplicate.rowKey(), oldRow, old, values);
        if (other != null) {
            throw writes.error(other, values);
        }
        affected += 2;
    }

    // ---- UPDATE and DELETE ----

    private Result update(WritePlan.Update plan) {
        RowWrites writes = new RowWrites(plan.table().stored(), execution.transaction());
        Frame frame = execution.newFrame(plan.found().slots());
        long matched = 0;
        long changed = 0;
        for (byte[] rowKey : RowFinder.find(plan.found(), execution)) {
            byte[] oldRow = writes.lockAndRead(rowKey);
            @Nullable Object[] old = oldRow == null ? null : writes.decode(oldRow);
            if (oldRow == null || old == null || !stillMatches(plan.found(), old, frame)) {
                continue;
            }
            matched++;
            records = matched;
            frame.replaceSlots(Arrays.copyOf(old, plan.found().slots()));
            @Nullable Object[] values = assign(plan.table().info(), plan.assignments(), old, frame, plan.ignore());
            if (Arrays.deepEquals(old, values)) {
                continue;
            }
            Duplicate duplicate = writes.update(rowKey, oldRow, old, values);
            if (duplicate == null) {
                changed++;
            } else if (plan.ignore()) {
                execution
                        .session()
                        .warnings()
                        .warn(
                                SqlErrors.DUPLICATE_KEY,
                                String.valueOf(writes.error(duplicate, values).getMessage()));
            } else {
                throw writes.error(duplicate, values);
            }
        }
        return new Result(
                mode.foundRows() ? matched : changed,
                0,
                "Rows matched: " + matched + "  Changed: " + changed + "  Warnings: 0");
    }

    /** The new values of a row. Assignments see those before them, as in MySQL. */
    private @Nullable Object[] assign(
            TableInfo table, List<Assignment> assignments, @Nullable Object[] old, Frame frame, boolean ignore) {
        @Nullable Object[] values = old.clone();
        boolean[] assigned = new boolean[values.length];
        for (Assignment assignment : assignments) {
            ColumnInfo column = table.columns().get(assignment.ordinal());
            ColumnValues.Target target = target(column, ignore, frame);
            Expression expression = assignment.value();
            Object value = expression == null ? null : expression.eval(frame);
            if (expression == null) {
                values[assignment.ordinal()] = Defaults.of(column, target, frame);
            } else if (value == null) {
                values[assignment.ordinal()] = updateToNull(column, target);
            } else {
                values[assignment.ordinal()] = ColumnValues.assign(value, expression.type(), column.type(), target);
            }
            assigned[assignment.ordinal()] = true;
            frame.slots()[assignment.ordinal()] = values[assignment.ordinal()];
        }
        if (!Arrays.deepEquals(old, values)) {
            for (int ordinal = 0; ordinal < values.length; ordinal++) {
                ColumnInfo column = table.columns().get(ordinal);
                if (column.updatesToNow() && !assigned[ordinal]) {
                    values[ordinal] = Defaults.now(column, target(column, ignore, frame), frame);
                }
            }
        }
        return values;
    }

    private static @Nullable Object updateToNull(ColumnInfo column, ColumnValues.Target target) {
        if (column.nullable()) {
            return null;
        }
        if (target.strict()) {
            throw SqlErrors.notNull(column.name());
        }
        target.sink().warn(1048, "Column '" + column.name() + "' cannot be null");
        return Defaults.implicit(column.type());
    }

    private Result delete(WritePlan.Delete plan) {
        RowWrites writes = new RowWrites(plan.table().stored(), execution.transaction());
        Frame frame = execution.newFrame(plan.found().slots());
        for (byte[] rowKey : RowFinder.find(plan.found(), execution)) {
            byte[] oldRow = writes.lockAndRead(rowKey);
            @Nullable Object[] old = oldRow == null ? null : writes.decode(oldRow);
            if (old != null && stillMatches(plan.found(), old, frame)) {
                writes.delete(rowKey, old);
                affected++;
            }
        }
        return new Result(affected, 0, "");
    }

    /** A row that was found in the snapshot is locked and looked at again: it may have changed. */
    private static boolean stillMatches(SelectPlan plan, @Nullable Object[] row, Frame frame) {
        frame.replaceSlots(Arrays.copyOf(row, plan.slots()));
        Expression where = plan.levels().get(0).where();
        return where == null || where.isTrue(frame);
    }
}
