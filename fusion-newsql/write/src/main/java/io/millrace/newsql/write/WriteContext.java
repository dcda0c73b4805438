package io.millrace.newsql.write;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.Counters;
import io.millrace.newsql.catalog.TableName;
import io.millrace.newsql.execute.Execution;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlErrors;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one run of a statement that writes has in hand. One thread. */
final class WriteContext {

    private static final int VIEW_CHECK = 1369;

    /** Errors of one row that IGNORE turns into warnings: NULL, duplicates, references, checks, those of views too. */
    private static final Set<Integer> OF_ROW = Set.of(1048, SqlErrors.DUPLICATE_KEY, VIEW_CHECK, 1451, 1452, 3819);

    final Execution execution;
    final Counters counters;
    final WriteRun.Mode mode;
    private final WriteTables tables;
    private final Map<TableName, TableWriter> writers = new HashMap<>();

    /** The row that is worked on, from 1; for messages. */
    long row;

    WriteContext(Execution execution, Counters counters, WriteRun.Mode mode, WriteTables tables) {
        this.execution = execution;
        this.counters = counters;
        this.mode = mode;
        this.tables = tables;
    }

    Transaction transaction() {
        return execution.transaction();
    }

    /** The writer of a table that the statement names. */
    TableWriter writer(TableRef table) {
        return writers.computeIfAbsent(table.info().tableName(), name -> new TableWriter(this, table));
    }

    /** The writer of any table that it touches; null for one that is not there. */
    @Nullable
    TableWriter writer(TableName name) {
        TableRef ref = tables.find(name);
        return ref == null ? null : writer(ref);
    }

    /** A frame for what the statement computes: in strict mode what cannot be computed is an error, but with IGNORE. */
    Frame frame(int slots, boolean ignore) {
        Frame frame = execution.newFrame(slots);
        return mode.strict() && !ignore ? frame.strict() : frame;
    }

    /** How values of a column are taken. */
    ColumnValues.Target target(ColumnInfo column, boolean ignore, Frame frame) {
        return new ColumnValues.Target(
                column.name(),
                mode.strict() && !ignore,
                Math.max(1, row),
                frame.session().zone(),
                frame.today(),
                frame.session().warnings());
    }

    /** @param frame its first slots are the row @throws SqlException 1369 */
    static void require(WritePlan.ViewCheck check, Frame frame) {
        if (!check.condition().isTrue(frame)) {
            throw SqlErrors.of(VIEW_CHECK, "44000", "CHECK OPTION failed '" + check.view() + "'");
        }
    }

    /** A part of a statement that writes one row. */
    interface RowWork {
        void run();
    }

    /** Does what is to be done with one row; with IGNORE a row that is refused leaves a warning, and nothing else. */
    boolean attempt(boolean ignore, RowWork work) {
        if (!ignore) {
            work.run();
            return true;
        }
        Transaction.Savepoint mark = transaction().mark();
        try {
            work.run();
            return true;
        } catch (SqlException e) {
            if (!OF_ROW.contains(e.code())) {
                throw e;
            }
            transaction().undoTo(mark);
            execution.session().warnings().warn(e.code(), e.text());
            return false;
        }
    }
}
