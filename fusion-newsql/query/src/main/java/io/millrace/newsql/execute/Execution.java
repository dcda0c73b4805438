package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.plan.RowCursor;
import io.millrace.newsql.plan.RowLock;
import io.millrace.newsql.plan.WorkPlan;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.transaction.View;
import io.millrace.newsql.type.SqlErrors;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of a plan: what it sees, what it remembers, and what it may hold in memory. One thread. */
public final class Execution implements AutoCloseable {

    /** Who holds less than this part of the statement's memory writes no file for it. */
    private static final int SPILL_SHARE = 16;

    private final SessionScope session;
    private final List<Literal> parameters;
    private final Transaction transaction;
    private final View view;
    private final @Nullable RowLock lock;
    private final MemoryBudget budget;
    private final Set<SpillFile> files = new HashSet<>(0);
    private @Nullable Map<Object, Object> remembered;
    private @Nullable Measurements measurements;
    private long bytes;
    private long taken;
    private int steps;

    /**
     * @param lock how rows are locked of which the plan itself does not say it; null if they are not
     * @param budget of which it takes what sorting, grouping and joining hold
     */
    public Execution(
            SessionScope session,
            List<Literal> parameters,
            Transaction transaction,
            View view,
            @Nullable LockWait lock,
            MemoryBudget budget) {
        this.session = session;
        this.parameters = parameters;
        this.transaction = transaction;
        this.view = view;
        this.lock = lock == null ? null : new RowLock(true, lock);
        this.budget = budget;
    }

    /** Of a statement that takes no part in what all may hold. */
    public Execution(
            SessionScope session,
            List<Literal> parameters,
            Transaction transaction,
            View view,
            @Nullable LockWait lock,
            long bytesMax) {
        this(session, parameters, transaction, view, lock, MemoryBudget.ofStatement(bytesMax));
    }

    public Frame newFrame(int slots) {
        return new ExecutionFrame(this, null, slots);
    }

    public SessionScope session() {
        return session;
    }

    List<Literal> parameters() {
        return parameters;
    }

    public Transaction transaction() {
        return transaction;
    }

    View view() {
        return view;
    }

    @Nullable
    RowLock lock() {
        return lock;
    }

    /** To be called for each row: a statement can be cancelled between two. */
    public void step() {
        if ((++steps & 0xFF) == 0 && session.isCancelled()) {
            throw SqlErrors.interrupted();
        }
    }

    /** Counts what is held, until it is let go or the run ends. @throws io.millrace.newsql.mysql.SqlException 1038, 1041 */
    public void hold(long more) {
        bytes += more;
        if (bytes > budget.statementBytes()) {
            throw SqlErrors.of(
                    1038,
                    "HY001",
                    "Out of sort memory: the statement holds more than " + budget.statementBytes()
                            + " bytes to sort or group; add an index or a condition");
        }
        if (bytes > taken) {
            long steps = (bytes - taken + MemoryBudget.STEP_BYTES - 1) / MemoryBudget.STEP_BYTES;
            budget.take(steps * MemoryBudget.STEP_BYTES);
            taken += steps * MemoryBudget.STEP_BYTES;
        }
    }

    /** Counts what is no longer held. */
    void letGo(long less) {
        bytes -= less;
    }

    /** Whether so much more is better written to a file, by one who holds so much already and can do so. */
    boolean shouldSpill(long more, long own) {
        return budget.directory() != null
                && own >= budget.statementBytes() / SPILL_SHARE
                && (bytes + more > budget.statementBytes() / 4 * 3 || budget.isTight());
    }

    /** A temporary file, closed with the run at the latest. */
    SpillFile newFile() {
        SpillFile file = SpillFile.create(budget);
        files.add(file);
        return file;
    }

    void close(SpillFile file) {
        files.remove(file);
        file.close();
    }

    /** Ends the run: its memory is free for others, its files are gone. */
    @Override
    public void close() {
        files.forEach(SpillFile::close);
        files.clear();
        budget.give(taken);
        taken = 0;
    }

    /** Counts what the parts of the plan do from now on. */
    void measure(Measurements into) {
        measurements = into;
    }

    /** What counts; null if nothing does. */
    @Nullable
    Measurements measurements() {
        return measurements;
    }

    // ---- what a run remembers of its parts ----

    /** What was made for a part of the plan; a part is itself, whatever it equals. */
    @SuppressWarnings("unchecked")
    <T> T remembered(Object part, Supplier<T> make) {
        Map<Object, Object> all = remembered;
        if (all == null) {
            all = new IdentityHashMap<>();
            remembered = all;
        }
        Object found = all.get(part);
        if (found == null) {
            found = make.get();
            all.put(part, found);
        }
        return (T) found;
    }

    /** Gives the steps of a recursive query what they read. */
    void work(WorkPlan plan, List<@Nullable Object[]> rows) {
        Work work = remembered(plan, Work::new);
        work.rows = rows;
    }

    RowCursor work(WorkPlan plan) {
        Work work = remembered(plan, Work::new);
        return new ListCursor(work.rows);
    }

    private static final class Work {
        private List<@Nullable Object[]> rows = List.of();
    }
}
