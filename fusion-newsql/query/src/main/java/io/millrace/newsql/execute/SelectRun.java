package io.millrace.newsql.execute;

import io.millrace.newsql.plan.RowCursor;
import io.millrace.newsql.plan.SelectPlan;
import org.jspecify.annotations.Nullable;

/** Runs a query. What neither groups nor sorts streams. */
public final class SelectRun {

    private SelectRun() {}

    /** Runs it to the end, or to its limit. */
    public static void run(SelectPlan plan, Execution execution, RowConsumer out) {
        try (RowCursor rows = Cursors.open(plan, execution, null)) {
            for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
                out.accept(row);
            }
        }
    }
}
