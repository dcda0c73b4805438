package io.millrace.newsql.write;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.write.WritePlan.Assignment;
import io.millrace.newsql.write.WritePlan.ViewCheck;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The SET of UPDATE and of ON DUPLICATE KEY UPDATE, for one table. One thread. */
final class Assignments {

    private final WriteContext context;
    private final TableWriter writer;
    private final List<Assignment> assignments;
    private final boolean ignore;
    private final @Nullable ViewCheck check;

    /** @param check what changed rows must fulfil; null for none */
    Assignments(
            WriteContext context,
            TableWriter writer,
            List<Assignment> assignments,
            boolean ignore,
            @Nullable ViewCheck check) {
        this.context = context;
        this.writer = writer;
        this.assignments = assignments;
        this.ignore = ignore;
        this.check = check;
    }

    /**
     * The new values of a row, complete. Assignments see those before them, as in MySQL.
     *
     * @param frame what the assignments are computed with
     * @param offset slot of the row's first column in it
     */
    @Nullable
    Object[] apply(@Nullable Object[] old, Frame frame, int offset) {
        TableInfo table = writer.table();
        @Nullable Object[] values = old.clone();
        boolean[] assigned = new boolean[values.length];
        for (Assignment assignment : assignments) {
            int ordinal = assignment.ordinal();
            ColumnInfo column = table.columns().get(ordinal);
            if (column.isGenerated()) {
                continue;
            }
            values[ordinal] = value(assignment, column, frame);
            assigned[ordinal] = true;
            frame.slots()[offset + ordinal] = values[ordinal];
        }
        if (!Arrays.deepEquals(old, values)) {
            touch(values, assigned, frame);
            complete(values);
            if (check != null) {
                Frame changed = context.frame(values.length, ignore);
                changed.replaceSlots(values.clone());
                WriteContext.require(check, changed);
            }
        }
        return values;
    }

    private @Nullable Object value(Assignment assignment, ColumnInfo column, Frame frame) {
        ColumnValues.Target target = context.target(column, ignore, frame);
        Expression expression = assignment.value();
        if (expression == null) {
            return Defaults.of(column, writer.rules().fallback(assignment.ordinal()), target, frame);
        }
        Object value = expression.eval(frame);
        if (value != null) {
            return ColumnValues.assign(value, expression.type(), column.type(), target);
        }
        if (column.nullable()) {
            return null;
        }
        if (target.strict()) {
            throw SqlErrors.notNull(column.name());
        }
        target.sink().warn(1048, "Column '" + column.name() + "' cannot be null");
        return Defaults.implicit(column.type());
    }

    private void touch(@Nullable Object[] values, boolean[] assigned, Frame frame) {
        List<ColumnInfo> columns = writer.table().columns();
        for (int ordinal = 0; ordinal < values.length; ordinal++) {
            ColumnInfo column = columns.get(ordinal);
            if (column.updatesToNow() && !assigned[ordinal]) {
                values[ordinal] = Defaults.now(column, context.target(column, ignore, frame), frame);
            }
        }
    }

    private void complete(@Nullable Object[] values) {
        if (!writer.rules().isEmpty()) {
            Frame frame = context.frame(values.length, ignore);
            frame.replaceSlots(values.clone());
            writer.complete(values, frame, ignore);
        }
    }
}
