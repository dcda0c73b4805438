package io.millrace.newsql.write;

import io.millrace.newsql.catalog.Counters;
import io.millrace.newsql.execute.Execution;

/** Runs a statement that changes rows. One use, one thread. The caller undoes what it wrote if it fails. */
public final class WriteRun {

    /**
     * How the session writes.
     *
     * @param foundRows whether rows that were found count as affected, changed or not
     * @param foreignKeyChecks whether foreign keys hold
     */
    public record Mode(boolean strict, boolean zeroIsNumber, boolean foundRows, boolean foreignKeyChecks) {

        public Mode(boolean strict, boolean zeroIsNumber, boolean foundRows) {
            this(strict, zeroIsNumber, foundRows, true);
        }
    }

    /**
     * What a statement did.
     *
     * @param lastInsertId first number of AUTO_INCREMENT that was made, for LAST_INSERT_ID(); 0 for none
     * @param insertId what the client is told: that number, or else the last one that the statement gave itself
     */
    public record Result(long affected, long lastInsertId, long insertId, String info) {

        public Result(long affected, long lastInsertId, String info) {
            this(affected, lastInsertId, lastInsertId, info);
        }
    }

    private final Execution execution;
    private final Counters counters;
    private final Mode mode;

    public WriteRun(Execution execution, Counters counters, Mode mode) {
        this.execution = execution;
        this.counters = counters;
        this.mode = mode;
    }

    public Result run(WritePlan plan) {
        WriteContext context = new WriteContext(execution, counters, mode, plan.tables());
        if (plan instanceof WritePlan.Insert insert) {
            return new InsertRun(context, insert).run();
        }
        if (plan instanceof WritePlan.Update update) {
            return new UpdateRun(context, update).run();
        }
        if (plan instanceof WritePlan.UpdateJoined update) {
            return new JoinedRun(context, update.found(), update.ignore()).update(update);
        }
        return plan instanceof WritePlan.DeleteJoined delete
                ? new JoinedRun(context, delete.found(), delete.ignore()).delete()
                : new DeleteRun(context, (WritePlan.Delete) plan).run();
    }
}
