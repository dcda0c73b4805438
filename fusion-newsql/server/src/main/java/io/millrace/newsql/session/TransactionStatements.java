package io.millrace.newsql.session;

import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.variable.SystemVariable;
import io.millrace.newsql.variable.Variables;
import org.jspecify.annotations.Nullable;

/** BEGIN, COMMIT, ROLLBACK, savepoints, and SET TRANSACTION. One thread. */
final class TransactionStatements {

    private final ClientSession session;

    TransactionStatements(ClientSession session) {
        this.session = session;
    }

    void run(StatementText statement) {
        StatementReader in = new StatementReader(statement);
        SessionTransactions transactions = session.transactions();
        if (in.take("BEGIN")) {
            in.take("WORK");
            in.expectEnd();
            transactions.begin(null, false);
        } else if (in.take("START")) {
            start(in);
        } else if (in.take("COMMIT")) {
            end(in, true);
        } else if (in.take("ROLLBACK")) {
            rollback(in);
        } else if (in.take("SAVEPOINT")) {
            String name = in.name();
            in.expectEnd();
            transactions.current().savepoint(name);
            transactions.endStatement();
        } else {
            in.expect("RELEASE", "SAVEPOINT");
            String name = in.name();
            in.expectEnd();
            transactions.current().release(name);
        }
    }

    private void start(StatementReader in) {
        in.expect("TRANSACTION");
        Boolean readOnly = null;
        boolean snapshot = false;
        boolean more = !in.isAtEnd();
        while (more) {
            if (in.take("WITH", "CONSISTENT", "SNAPSHOT")) {
                snapshot = true;
            } else if (in.take("READ", "ONLY")) {
                readOnly = exclusive(in, readOnly, true);
            } else if (in.take("READ", "WRITE")) {
                readOnly = exclusive(in, readOnly, false);
            } else {
                throw in.error();
            }
            more = in.takeSymbol(",");
        }
        in.expectEnd();
        session.transactions().begin(readOnly, snapshot);
    }

    /** READ ONLY and READ WRITE exclude each other. */
    private static Boolean exclusive(StatementReader in, @Nullable Boolean before, boolean now) {
        if (before != null && before != now) {
            throw in.error();
        }
        return now;
    }

    private void rollback(StatementReader in) {
        in.take("WORK");
        if (in.take("TO")) {
            in.take("SAVEPOINT");
            String name = in.name();
            in.expectEnd();
            session.transactions().current().rollbackTo(name);
            return;
        }
        end(in, false);
    }

    private void end(StatementReader in, boolean commits) {
        in.take("WORK");
        boolean noChain = in.take("AND", "NO", "CHAIN");
        boolean chain = !noChain && in.take("AND", "CHAIN");
        boolean noRelease = in.take("NO", "RELEASE");
        boolean release = !noRelease && in.take("RELEASE");
        in.expectEnd();
        if (commits) {
            session.transactions().commit();
        } else {
            session.transactions().rollback();
        }
        if (chain) {
            session.transactions().begin(null, false);
        }
        if (release) {
            session.start().connection().kill();
        }
    }

    /** SET [GLOBAL | SESSION] TRANSACTION, read from behind that word. Without a scope it is about the next transaction only. */
    void setTransaction(StatementReader in, boolean global, boolean ofSession) {
        String isolation = null;
        Boolean readOnly = null;
        do {
            if (isolation == null && in.take("ISOLATION", "LEVEL")) {
                isolation = level(in);
            } else if (readOnly == null && in.take("READ", "ONLY")) {
                readOnly = true;
            } else if (readOnly == null && in.take("READ", "WRITE")) {
                readOnly = false;
            } else {
                throw in.error();
            }
        } while (in.takeSymbol(","));
        in.expectEnd();
        if (!global && !ofSession) {
            session.transactions().next(isolation, readOnly);
            return;
        }
        if (isolation != null) {
            set(Variables.ISOLATION, Literal.of(isolation), global);
        }
        if (readOnly != null) {
            set(Variables.READ_ONLY, Literal.of(readOnly ? 1 : 0), global);
        }
    }

    private String level(StatementReader in) {
        if (in.take("READ", "UNCOMMITTED")) {
            return "READ-UNCOMMITTED";
        }
        if (in.take("READ", "COMMITTED")) {
            return "READ-COMMITTED";
        }
        if (in.take("REPEATABLE", "READ")) {
            return "REPEATABLE-READ";
        }
        in.expect("SERIALIZABLE");
        return "SERIALIZABLE";
    }

    private void set(SystemVariable variable, Literal value, boolean global) {
        if (global) {
            session.engine().globals().set(variable, value);
        } else {
            session.variables().set(variable, value);
            session.changes().variable(variable);
        }
    }
}
