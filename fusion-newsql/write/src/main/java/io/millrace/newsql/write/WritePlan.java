package io.millrace.newsql.write;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.plan.RowsPlan;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.TableRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement that changes rows. */
public sealed interface WritePlan {

    /** All tables that it touches. */
    WriteTables tables();

    /** One {@code column = value}; no value for DEFAULT. */
    record Assignment(int ordinal, @Nullable Expression value) {}

    /** What a row must fulfil that is written through a view WITH CHECK OPTION; the row is in the slots from 0 on. */
    record ViewCheck(Expression condition, String view) {}

    /** What happens to a row whose key is there already. */
    enum OnDuplicate {
        FAIL,
        IGNORE,
        REPLACE,
        UPDATE
    }

    /**
     * INSERT and REPLACE.
     *
     * @param columns ordinals of the columns that have values
     * @param rows values; a null is DEFAULT
     * @param early values with queries of several rows: computed before the first row is written, which their queries must not see
     * @param query instead of rows; null for none. Behind the columns it gives what the updates read of its tables
     * @param ignore whether a row that is refused is left out; with {@link OnDuplicate#UPDATE} too
     * @param check null for none
     * @param updates of ON DUPLICATE KEY UPDATE: their slots are the old row, the new one, then what else the query gives
     */
    record Insert(
            WriteTables tables,
            TableRef table,
            int[] columns,
            List<List<@Nullable Expression>> rows,
            List<Expression> early,
            @Nullable SelectPlan query,
            OnDuplicate onDuplicate,
            boolean ignore,
            @Nullable ViewCheck check,
            List<Assignment> updates)
            implements WritePlan {}

    /** UPDATE of one table. @param found how its rows are found: outputs nothing @param check null for none */
    record Update(
            WriteTables tables,
            TableRef table,
            SelectPlan found,
            List<Assignment> assignments,
            boolean ignore,
            @Nullable ViewCheck check)
            implements WritePlan {}

    /** DELETE from one table. */
    record Delete(WriteTables tables, TableRef table, SelectPlan found, boolean ignore) implements WritePlan {}

    /**
     * UPDATE of several tables.
     *
     * @param targets places of the changed tables among those of the rows
     * @param assignments one list a target; their slots are the joined row
     */
    record UpdateJoined(
            WriteTables tables, RowsPlan found, int[] targets, List<List<Assignment>> assignments, boolean ignore)
            implements WritePlan {}

    /** DELETE from several tables: all that the rows give keys of. */
    record DeleteJoined(WriteTables tables, RowsPlan found, boolean ignore) implements WritePlan {}
}
