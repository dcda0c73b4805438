package io.millrace.newsql.write;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.execute.SelectRun;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.WarningSink;
import io.millrace.newsql.write.RowWrites.Duplicate;
import io.millrace.newsql.write.WritePlan.OnDuplicate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs an INSERT or REPLACE. One use, one thread. */
final class InsertRun {

    private static final int KEY_BYTES = 48;
    private static final ColumnValues.Target UNCHECKED =
            new ColumnValues.Target("", false, 1, ZoneOffset.UTC, 0, WarningSink.NONE);

    private final WriteContext context;
    private final WritePlan.Insert plan;
    private final TableWriter writer;
    private final TableInfo table;
    private final Frame frame;
    private final int width;
    private final Assignments updates;
    private final @Nullable Object[] defaults;
    private long affected;
    private long duplicates;
    private long made;
    private long explicit;
    private boolean single;

    InsertRun(WriteContext context, WritePlan.Insert plan) {
        this.context = context;
        this.plan = plan;
        this.writer = context.writer(plan.table());
        this.table = plan.table().info();
        this.width = table.columns().size();
        this.frame = context.frame(2 * width, plan.ignore());
        this.updates = new Assignments(context, writer, plan.updates(), plan.ignore());
        this.defaults = defaults(table, width);
    }

    WriteRun.Result run() {
        single = plan.query() == null && plan.rows().size() == 1;
        long idBefore = context.execution.session().lastInsertId();
        for (List<@Nullable Expression> row : plan.rows()) {
            insertRow(index -> {
                Expression value = row.get(index);
                return value == null ? null : new Given(value.eval(frame), value);
            });
        }
        SelectPlan query = plan.query();
        if (query != null) {
            insertQuery(query);
        }
        long idAfter = context.execution.session().lastInsertId();
        long insertId = made != 0 ? made : idAfter != idBefore ? idAfter : explicit;
        return new WriteRun.Result(
                affected,
                made,
                insertId,
                single ? "" : "Records: " + context.row + "  Duplicates: " + duplicates + "  Warnings: 0");
    }

    /** What a statement gives to a column. */
    private record Given(@Nullable Object value, Expression expression) {}

    private interface Values {
        /** Null for DEFAULT. */
        @Nullable
        Given of(int index);
    }

    /** The query is run to its end first: it may read the table that is written. */
    private void insertQuery(SelectPlan query) {
        List<@Nullable Object[]> found = new ArrayList<>();
        SelectRun.run(query, context.execution, values -> {
            context.execution.hold(values.length * (long) KEY_BYTES);
            found.add(values);
        });
        for (@Nullable Object[] row : found) {
            insertRow(index -> new Given(row[index], query.output().get(index)));
        }
    }

    private void insertRow(Values given) {
        context.execution.step();
        context.row++;
        context.attempt(plan.ignore(), () -> {
            @Nullable Object[] row = new @Nullable Object[width];
            frame.replaceSlots(defaults.clone());
            fill(row, given);
            long generated = number(row);
            System.arraycopy(row, 0, frame.slots(), 0, width);
            writer.complete(row, frame, plan.ignore());
            long rowNumber = table.primary() == null ? context.counters.takeRow(table.id()) : 0;
            store(row, writer.layout().rowKey(row, rowNumber));
            made = made == 0 ? generated : made;
        });
    }

    // ---- values ----

    /** What columns are for expressions that come before their values: their defaults. */
    private static @Nullable Object[] defaults(TableInfo table, int width) {
        @Nullable Object[] slots = new @Nullable Object[2 * width];
        for (int i = 0; i < width; i++) {
            ColumnInfo column = table.columns().get(i);
            ColumnInfo.Fallback fallback = column.fallback();
            if (fallback != null && fallback.kind() == ColumnInfo.Kind.LITERAL) {
                slots[i] = Defaults.literal(column, fallback, UNCHECKED);
            }
        }
        return slots;
    }

    private void fill(@Nullable Object[] row, Values given) {
        boolean[] filled = new boolean[width];
        for (int i = 0; i < plan.columns().length; i++) {
            int ordinal = plan.columns()[i];
            ColumnInfo column = table.columns().get(ordinal);
            Given value = given.of(i);
            if (value != null && !column.isGenerated()) {
                ColumnValues.Target target = context.target(column, plan.ignore(), frame);
                row[ordinal] = value.value() == null
                        ? nullFor(column, target)
                        : ColumnValues.assign(value.value(), value.expression().type(), column.type(), target);
                filled[ordinal] = true;
                frame.slots()[ordinal] = row[ordinal];
            }
        }
        for (int ordinal = 0; ordinal < width; ordinal++) {
            ColumnInfo column = table.columns().get(ordinal);
            if (!filled[ordinal] && !column.isGenerated()) {
                row[ordinal] = Defaults.of(
                        column, writer.rules().fallback(ordinal), context.target(column, plan.ignore(), frame), frame);
                frame.slots()[ordinal] = row[ordinal];
            }
        }
    }

    /** NULL for a column that has none is an error of one row, and nothing of the type in rows of many if the mode allows. */
    private @Nullable Object nullFor(ColumnInfo column, ColumnValues.Target target) {
        if (column.nullable() || column.autoIncrement()) {
            return null;
        }
        if (target.strict() || single && !plan.ignore()) {
            throw SqlErrors.notNull(column.name());
        }
        target.sink().warn(1048, "Column '" + column.name() + "' cannot be null");
        return Defaults.implicit(column.type());
    }

    /** Gives the row its number, if it needs one. @return the number that was made; 0 for none */
    private long number(@Nullable Object[] row) {
        int auto = table.autoIncrementOrdinal();
        if (auto < 0) {
            return 0;
        }
        ColumnInfo column = table.columns().get(auto);
        long given =
                row[auto] instanceof Long value ? value : row[auto] instanceof Double value ? value.longValue() : 0;
        if (row[auto] != null && (given != 0 || context.mode.zeroIsNumber())) {
            if (given > 0) {
                context.counters.raise(table.id(), given);
            }
            explicit = given;
            return 0;
        }
        long number = context.counters.take(table.id(), 1);
        row[auto] = ColumnValues.assign(number, SqlType.BIGINT, column.type(), context.target(column, false, frame));
        return number;
    }

    // ---- writing ----

    private void store(@Nullable Object[] row, byte[] rowKey) {
        while (true) {
            Duplicate duplicate = writer.insert(row, rowKey);
            if (duplicate == null) {
                affected++;
                return;
            }
            duplicates++;
            if (plan.onDuplicate() == OnDuplicate.UPDATE) {
                updateDuplicate(row, duplicate);
                return;
            }
            if (plan.onDuplicate() != OnDuplicate.REPLACE) {
                throw writer.rows().error(duplicate, row);
            }
            byte[] old = writer.rows().lockAndRead(duplicate.rowKey());
            if (old != null
                    && replaceDuplicate(row, rowKey, duplicate, writer.rows().decode(old))) {
                return;
            }
        }
    }

    /** Removes the row that is in the way. @return true if it is the new one already, so that nothing is left to do */
    private boolean replaceDuplicate(
            @Nullable Object[] row, byte[] rowKey, Duplicate duplicate, @Nullable Object[] old) {
        if (Arrays.equals(rowKey, duplicate.rowKey()) && Arrays.deepEquals(row, old)) {
            affected++;
            return true;
        }
        writer.delete(duplicate.rowKey(), old, 0);
        affected++;
        return false;
    }

    private void updateDuplicate(@Nullable Object[] row, Duplicate duplicate) {
        byte[] oldRow = writer.rows().lockAndRead(duplicate.rowKey());
        if (oldRow == null) {
            throw SqlErrors.deadlock();
        }
        @Nullable Object[] old = writer.rows().decode(oldRow);
        @Nullable Object[] slots = Arrays.copyOf(old, 2 * width);
        System.arraycopy(row, 0, slots, width, width);
        frame.replaceSlots(slots);
        @Nullable Object[] values = updates.apply(old, frame, 0);
        int auto = table.autoIncrementOrdinal();
        if (auto >= 0 && old[auto] instanceof Long id) {
            explicit = id;
        }
        if (Arrays.deepEquals(old, values)) {
            affected += context.mode.foundRows() ? 1 : 0;
            return;
        }
        Duplicate other = writer.update(duplicate.rowKey(), oldRow, old, values, 0);
        if (other != null) {
            throw writer.rows().error(other, values);
        }
        affected += 2;
    }
}
