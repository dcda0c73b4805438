package io.millrace.newsql.session;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.transaction.Isolation;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.type.SqlErrors;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The transaction of a session, and the tables whose definitions it holds. One thread, but for {@link #cancel}. */
final class SessionTransactions {

    private final EngineState engine;
    private final Variables variables;
    private final Map<Long, Long> tables = new HashMap<>();
    private volatile @Nullable Transaction current;
    private boolean explicit;
    private boolean readOnly;

    SessionTransactions(EngineState engine, Variables variables) {
        this.engine = engine;
        this.variables = variables;
    }

    /** The transaction of the next statement; begins one if there is none. */
    Transaction current() {
        Transaction open = current;
        if (open == null) {
            open = engine.transactions()
                    .begin(
                            isolation(),
                            TimeUnit.SECONDS.toNanos(Math.max(1, variables.number("innodb_lock_wait_timeout"))));
            current = open;
        }
        return open;
    }

    private Isolation isolation() {
        String name = variables.text("transaction_isolation");
        return name.equals("READ-COMMITTED") || name.equals("READ-UNCOMMITTED")
                ? Isolation.READ_COMMITTED
                : Isolation.REPEATABLE_READ;
    }

    /** Holds the table's definition until the transaction ends. */
    void hold(long table) {
        if (!tables.containsKey(table)) {
            tables.put(table, engine.tables().locks().share(table, variables.number("lock_wait_timeout")));
        }
    }

    void begin(boolean isReadOnly, boolean withSnapshot) {
        commit();
        explicit = true;
        readOnly = isReadOnly;
        if (withSnapshot) {
            current().consistentView();
        }
    }

    boolean isReadOnly() {
        return explicit && readOnly || variables.isOn("transaction_read_only");
    }

    /** Whether a transaction goes on behind the statement. */
    boolean isOpen() {
        return explicit || !variables.isOn("autocommit") && current != null;
    }

    /** A statement has run: its transaction ends if it was its own. */
    void endStatement() {
        Transaction open = current;
        if (open != null) {
            open.endStatement();
        }
        if (!explicit && variables.isOn("autocommit")) {
            commit();
        }
    }

    /** A statement has failed: what it wrote is undone, or all of the transaction if that cannot go on. */
    void failStatement(@Nullable SqlException e, Transaction.@Nullable Savepoint mark) {
        Transaction open = current;
        boolean alone = !explicit && variables.isOn("autocommit");
        if (open == null || alone || e != null && e.code() == SqlErrors.DEADLOCK) {
            rollback();
            return;
        }
        open.endStatement();
        if (mark != null) {
            open.undoTo(mark);
        }
    }

    void commit() {
        Transaction open = current;
        try {
            if (open != null) {
                open.commit();
            }
        } finally {
            ended();
        }
    }

    void rollback() {
        Transaction open = current;
        try {
            if (open != null) {
                open.rollback();
            }
        } finally {
            ended();
        }
    }

    private void ended() {
        current = null;
        explicit = false;
        readOnly = false;
        tables.forEach((table, stamp) -> engine.tables().locks().releaseShared(table, stamp));
        tables.clear();
    }

    void cancel() {
        Transaction open = current;
        if (open != null) {
            open.cancel();
        }
    }

    void forgetCancel() {
        Transaction open = current;
        if (open != null) {
            open.forgetCancel();
        }
    }
}
