package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.transaction.View;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a plan: what it sees, and what it may hold in memory. One thread. */
public final class Execution {

    private final SessionScope session;
    private final List<Literal> parameters;
    private final Transaction transaction;
    private final View view;
    private final @Nullable LockWait lock;
    private final long bytesMax;
    private long bytes;
    private int steps;

    /**
     * @param lock whether rows that are read are locked; null for a plain read
     * @param bytesMax what sorting and grouping may hold before 1038
     */
    public Execution(
            SessionScope session,
            List<Literal> parameters,
            Transaction transaction,
            View view,
            @Nullable LockWait lock,
            long bytesMax) {
        this.session = session;
        this.parameters = parameters;
        this.transaction = transaction;
        this.view = view;
        this.lock = lock;
        this.bytesMax = bytesMax;
    }

    public Frame newFrame(int slots) {
        return new Frame(session, parameters, slots);
    }

    public SessionScope session() {
        return session;
    }

    public Transaction transaction() {
        return transaction;
    }

    View view() {
        return view;
    }

    @Nullable
    LockWait lock() {
        return lock;
    }

    /** To be called for each row: a statement can be cancelled between two. */
    public void step() {
        if ((++steps & 0xFF) == 0 && session.isCancelled()) {
            throw SqlErrors.interrupted();
        }
    }

    /** Counts what is held until the run ends. */
    public void hold(long more) {
        bytes += more;
        if (bytes > bytesMax) {
            throw SqlErrors.of(
                    1038,
                    "HY001",
                    "Out of sort memory: the statement holds more than " + bytesMax
                            + " bytes to sort or group; add an index or a condition");
        }
    }
}
