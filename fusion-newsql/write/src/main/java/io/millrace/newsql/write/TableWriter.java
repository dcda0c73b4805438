package io.millrace.newsql.write;

import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.constraint.RowRules;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.write.RowWrites.Duplicate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes rows of one table as its definition demands: generated columns, CHECK constraints, foreign keys on both sides. One thread. */
final class TableWriter {

    private final WriteContext context;
    private final RowWrites rows;
    private final RowRules rules;
    private final References references;
    private final int auto;

    TableWriter(WriteContext context, TableRef table) {
        this.context = context;
        this.rows = new RowWrites(table.stored(), context.transaction());
        this.rules = rows.layout().rules();
        this.auto = table().autoIncrementOrdinal();
        this.references = new References(context, this);
    }

    TableInfo table() {
        return rows.layout().table();
    }

    TableLayout layout() {
        return rows.layout();
    }

    /** To read and lock rows; what is written goes through this object. */
    RowWrites rows() {
        return rows;
    }

    RowRules rules() {
        return rules;
    }

    /** Computes generated columns and asks the checks. @param frame its first slots are the row, and follow it */
    void complete(@Nullable Object[] row, Frame frame, boolean ignore) {
        if (rules.isEmpty()) {
            return;
        }
        rules.generate(row, frame, column -> context.target(column, ignore, frame));
        SqlException violation = rules.violation(frame);
        if (violation != null) {
            throw violation;
        }
    }

    /** As {@link #complete(Object[], Frame, boolean)}, in a frame of its own. */
    private void complete(@Nullable Object[] row) {
        if (!rules.isEmpty()) {
            Frame frame = context.frame(row.length, false);
            frame.replaceSlots(row.clone());
            complete(row, frame, false);
        }
    }

    /** Inserts a complete row, unless a unique key has its values. @throws SqlException 1452 */
    @Nullable
    Duplicate insert(@Nullable Object[] row, byte[] rowKey) {
        Duplicate duplicate = rows.insert(row, rowKey);
        if (duplicate == null) {
            references.checkParents(null, row);
        }
        return duplicate;
    }

    /** Changes a locked row to a complete other one, unless a unique key has the new values. @throws SqlException 1451, 1452 */
    @Nullable
    Duplicate update(byte[] rowKey, byte[] oldRow, @Nullable Object[] old, @Nullable Object[] values, int depth) {
        references.checkRestricted(rowKey, old, values);
        keepNumbersAbove(old, values);
        Duplicate duplicate = rows.update(rowKey, oldRow, old, values);
        if (duplicate == null) {
            references.checkParents(old, values);
            references.followUpdate(old, values, depth);
        }
        return duplicate;
    }

    /** A number that an update gives is passed by AUTO_INCREMENT as one that an insert gives. */
    private void keepNumbersAbove(@Nullable Object[] old, @Nullable Object[] values) {
        if (auto >= 0 && values[auto] instanceof Long number && number > 0 && !number.equals(old[auto])) {
            context.counters.raise(table().id(), number);
        }
    }

    /** Removes a locked row. @throws SqlException 1451 */
    void delete(byte[] rowKey, @Nullable Object[] old, int depth) {
        references.checkRestricted(rowKey, old, null);
        rows.delete(rowKey, old);
        references.followDelete(old, depth);
    }

    /** A change that a foreign key of this table makes: columns take other values. */
    void cascade(byte[] rowKey, int[] columns, @Nullable Object[] newValues, int depth) {
        byte[] oldRow = rows.lockAndRead(rowKey);
        if (oldRow == null) {
            return;
        }
        @Nullable Object[] old = rows.decode(oldRow);
        @Nullable Object[] values = old.clone();
        for (int i = 0; i < columns.length; i++) {
            values[columns[i]] = newValues[i];
        }
        if (Arrays.deepEquals(old, values)) {
            return;
        }
        complete(values);
        Duplicate duplicate = update(rowKey, oldRow, old, values, depth);
        if (duplicate != null) {
            throw rows.error(duplicate, values);
        }
    }
}
