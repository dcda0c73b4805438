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
    private static final @Nullable Object[] NOTHING = {};

    private static final ColumnValues.Target UNCHECKED =
            new ColumnValues.Target("", false, 1, ZoneOffset.UTC, 0, WarningSink.NONE);

    private final WriteContext context;
    private final WritePlan.Insert plan;
    private final TableWriter writer;
    private final TableInfo table;
    private final Frame frame;
    private final int width;
    private final int slots;
    private final Assignments updates;
    private final @Nullable Object[] defaults;
    private final RowNumbers numbers;
    private long affected;
    private long duplicates;
    private long made;
    private long explicit;
    private long generated;
    private boolean single;

    InsertRun(WriteContext context, WritePlan.Insert plan) {
        this.context = context;
        this.plan = plan;
        this.writer = context.writer(plan.table());
        this.table = plan.table().info();
        this.width = table.columns().size();
        SelectPlan query = plan.query();
        this.slots = 2 * width + (query == null ? 0 : query.output().size() - plan.columns().length);
        this.frame = context.frame(slots, plan.ignore());
        this.updates = new Assignments(context, writer, plan.updates(), plan.ignore(), plan.check());
        this.defaults = defaults(table, slots);
        this.numbers = new RowNumbers(context.counters, table.id(), plan.rows().size());
    }

    WriteRun.Result run() {
        single = plan.query() == null && plan.rows().size() == 1;
        long idBefore = context.execution.session().lastInsertId();
        if (!plan.early().isEmpty()) {
            frame.replaceSlots(defaults.clone());
            plan.early().forEach(value -> value.eval(frame));
        }
        for (List<@Nullable Expression> row : plan.rows()) {
            insertRow(
                    index -> {
                        Expression value = row.get(index);
                        return value == null ? null : new Given(value.eval(frame), value);
                    },
                    NOTHING);
        }
        SelectPlan query = plan.query();
        if (query != null) {
            insertQuery(query);
        }
        long idAfter = context.execution.session().lastInsertId();
        long insertId = made != 0 ? made : idAfter != idBefore ? idAfter : affected == 0 ? 0 : explicit;
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
            @Nullable
            Object[] rest = slots == 2 * width ? NOTHING : Arrays.copyOfRange(row, plan.columns().length, row.length);
            insertRow(index -> new Given(row[index], query.output().get(index)), rest);
        }
    }

    /** @param rest what the query gives behind the columns, for the updates */
    private void insertRow(Values given, @Nullable Object[] rest) {
        context.execution.step();
        context.row++;
        generated = 0;
        boolean done = context.attempt(plan.ignore(), () -> {
            @Nullable Object[] row = new @Nullable Object[width];
            frame.replaceSlots(defaults.clone());
            fill(row, given);
            number(row);
            System.arraycopy(row, 0, frame.slots(), 0, width);
            writer.complete(row, frame, plan.ignore());
            if (plan.check() != null) {
                WriteContext.require(plan.check(), frame);
            }
            long rowNumber = table.primary() == null ? context.counters.takeRow(table.id()) : 0;
            store(row, rest, writer.layout().rowKey(row, rowNumber));
        });
        if (!done && generated != 0) {
            numbers.giveBack(generated);
        }
    }

    // ---- values ----

    /** What columns are for expressions that come before their values: their defaults. */
    private static @Nullable Object[] defaults(TableInfo table, int size) {
        @Nullable Object[] slots = new @Nullable Object[size];
        for (int i = 0; i < table.columns().size(); i++) {
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

    /** Gives the row its number, if it needs one. */
    private void number(@Nullable Object[] row) {
        int auto = table.autoIncrementOrdinal();
        if (auto < 0) {
            return;
        }
        ColumnInfo column = table.columns().get(auto);
        long given =
                row[auto] instanceof Long value ? value : row[auto] instanceof Double value ? value.longValue() : 0;
        if (row[auto] != null && (given != 0 || context.mode.zeroIsNumber())) {
            numbers.passed(given);
            explicit = given;
            return;
        }
        generated = numbers.take();
        // Numbers end at the type's last one: it is given again, and is a duplicate.
        row[auto] = ColumnValues.assign(generated, SqlType.BIGINT, column.type(), unheard(column));
        generated = row[auto] instanceof Long stored ? stored : generated;
    }

    private static ColumnValues.Target unheard(ColumnInfo column) {
        return new ColumnValues.Target(column.name(), false, 1, ZoneOffset.UTC, 0, WarningSink.NONE);
    }

    // ---- writing ----

    private void store(@Nullable Object[] row, @Nullable Object[] rest, byte[] rowKey) {
        while (true) {
            Duplicate duplicate = writer.insert(row, rowKey);
            if (duplicate == null) {
                affected++;
                made = made == 0 ? generated : made;
                return;
            }
            duplicates++;
            if (plan.onDuplicate() == OnDuplicate.UPDATE) {
                if (generated != 0) {
                    numbers.giveBack(generated);
                }
                updateDuplicate(row, rest, duplicate);
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

    private void updateDuplicate(@Nullable Object[] row, @Nullable Object[] rest, Duplicate duplicate) {
        byte[] oldRow = writer.rows().lockAndRead(duplicate.rowKey());
        if (oldRow == null) {
            throw SqlErrors.deadlock();
        }
        @Nullable Object[] old = writer.rows().decode(oldRow);
        @Nullable Object[] read = Arrays.copyOf(old, slots);
        System.arraycopy(row, 0, read, width, width);
        System.arraycopy(rest, 0, read, 2 * width, rest.length);
        frame.replaceSlots(read);
        @Nullable Object[] values = updates.apply(old, frame, 0);
        int auto = table.autoIncrementOrdinal();
        if (auto >= 0) {
            explicit = plan.query() == null && old[auto] instanceof Long id ? id : 0;
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
