package io.millrace.newsql.session;

import io.millrace.newsql.account.Privilege;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.TableName;
import io.millrace.newsql.definition.CheckProgress;
import io.millrace.newsql.definition.TableCheck;
import io.millrace.newsql.definition.TableReport;
import io.millrace.newsql.information.Answers;
import io.millrace.newsql.information.ShowStatements;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.syntax.QualifiedName;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.variable.Variables;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** KILL, CLONE, FLUSH, RESET, DO, LOCK and UNLOCK TABLES, and the statements that maintain tables. One thread. */
final class AdminStatements {

    private final EngineState engine;
    private final ClientSession session;
    private final Evaluation evaluation;

    AdminStatements(EngineState engine, ClientSession session, Evaluation evaluation) {
        this.engine = engine;
        this.session = session;
        this.evaluation = evaluation;
    }

    /** Those without rows. */
    void run(StatementText statement) {
        StatementReader in = new StatementReader(statement);
        if (in.take("DO")) {
            if (in.isAtEnd()) {
                throw in.error();
            }
            evaluation.values(statement.textFrom(in.at()), List.of());
        } else if (in.take("KILL")) {
            kill(in);
        } else if (in.take("FLUSH")) {
            flush(in);
        } else if (in.take("RESET")) {
            reset(in);
        } else if (in.take("LOCK")) {
            lock(in);
        } else if (in.take("CLONE")) {
            cloneStore(in);
        } else if (in.take("UNLOCK")) {
            if (in.sees("INSTANCE")) {
                throw SqlErrors.unsupported("UNLOCK INSTANCE");
            }
            in.next();
            in.expectEnd();
            session.transactions().unlockTables();
        } else {
            handler(in);
        }
    }

    private void kill(StatementReader in) {
        boolean query = in.take("QUERY");
        if (!query) {
            in.take("CONNECTION");
        }
        if (in.isAtEnd()) {
            throw in.error();
        }
        Literal id = evaluation.value(in.statement().textFrom(in.at()), List.of());
        if (!(id.value() instanceof Long connection)) {
            throw SqlErrors.of(1232, "42000", "Incorrect argument type to variable 'thread_id'");
        }
        if (query) {
            session.killQuery(connection);
        } else {
            session.kill(connection);
        }
    }

    private void handler(StatementReader in) {
        in.expect("HANDLER");
        QualifiedName name = in.qualifiedName();
        if (in.take("OPEN")) {
            throw SqlErrors.unsupported("HANDLER");
        }
        throw SqlErrors.of(1109, "42S02", "Unknown table '" + name.name() + "' in HANDLER");
    }

    /** CLONE LOCAL DATA DIRECTORY [=] 'path': a copy that a server can be opened on. */
    private void cloneStore(StatementReader in) {
        if (in.sees("INSTANCE")) {
            throw SqlErrors.unsupported("CLONE INSTANCE");
        }
        in.expect("LOCAL");
        in.expect("DATA");
        in.expect("DIRECTORY");
        in.takeSymbol("=");
        String name = in.string();
        in.expectEnd();
        session.access().require(Privilege.BACKUP_ADMIN);
        Path target = directory(name);
        engine.copies().copy(target, session.start().connection().id(), () -> {
            if (session.isCancelled()) {
                throw SqlErrors.interrupted();
            }
        });
    }

    private static Path directory(String name) {
        try {
            Path target = Path.of(name);
            if (target.isAbsolute()) {
                return target.normalize();
            }
        } catch (InvalidPathException e) {
            throw new SqlException(1210, "HY000", "Incorrect arguments to CLONE: " + e.getMessage(), e);
        }
        throw SqlErrors.of(1210, "HY000", "Incorrect arguments to CLONE: '" + name + "' (expected: an absolute path)");
    }

    // ---- FLUSH and RESET ----

    private void flush(StatementReader in) {
        session.access().require(Privilege.RELOAD);
        if (!in.take("NO_WRITE_TO_BINLOG")) {
            in.take("LOCAL");
        }
        if (in.take("TABLES") || in.take("TABLE")) {
            flushTables(in);
            return;
        }
        do {
            String what = in.name().toUpperCase(Locale.ROOT);
            switch (what) {
                case "PRIVILEGES", "HOSTS", "LOGS", "STATUS", "USER_RESOURCES", "OPTIMIZER_COSTS" -> {}
                case "BINARY", "ENGINE", "ERROR", "GENERAL", "SLOW", "RELAY" -> in.expect("LOGS");
                default -> throw in.error();
            }
        } while (in.takeSymbol(","));
        in.expectEnd();
    }

    private void flushTables(StatementReader in) {
        List<QualifiedName> names = new ArrayList<>();
        if (!in.isAtEnd() && !in.sees("WITH") && !in.sees("FOR")) {
            do {
                names.add(in.qualifiedName());
            } while (in.takeSymbol(","));
        }
        if (in.sees("FOR")) {
            throw SqlErrors.unsupported("FLUSH TABLES … FOR EXPORT");
        }
        boolean lock = in.take("WITH", "READ", "LOCK");
        in.expectEnd();
        if (lock) {
            throw SqlErrors.unsupported("FLUSH TABLES WITH READ LOCK; use START TRANSACTION WITH CONSISTENT SNAPSHOT");
        }
        names.forEach(name -> find(name));
        session.transactions().commit();
    }

    private void reset(StatementReader in) {
        if (!in.take("PERSIST")) {
            throw SqlErrors.unsupported("RESET " + in.word());
        }
        session.access().require(Privilege.SYSTEM_VARIABLES_ADMIN, Privilege.SUPER);
        boolean ifExists = in.take("IF", "EXISTS");
        String name = in.isAtEnd() ? null : in.name().toLowerCase(Locale.ROOT);
        in.expectEnd();
        engine.globals().forget(name, ifExists, session.diagnostics());
    }

    // ---- LOCK TABLES ----

    /** A table to lock. */
    private record Wanted(TableInfo table, boolean write) {}

    /** What a client wants to lock. */
    private record Named(QualifiedName name, boolean write) {}

    private void lock(StatementReader in) {
        if (in.sees("INSTANCE")) {
            throw SqlErrors.unsupported("LOCK INSTANCE");
        }
        if (!in.take("TABLES")) {
            in.expect("TABLE");
        }
        List<Named> named = new ArrayList<>();
        do {
            QualifiedName name = in.qualifiedName();
            TableInfo table = find(name);
            if (in.take("AS") || !in.seesOneOf("READ", "WRITE", "LOW_PRIORITY")) {
                in.name();
            }
            boolean reads = in.take("READ");
            if (reads) {
                in.take("LOCAL");
            } else {
                in.take("LOW_PRIORITY");
                in.expect("WRITE");
            }
            session.access().require(Privilege.LOCK_TABLES, table.schema());
            session.access().require(Privilege.SELECT, table.schema(), table.name());
            named.add(new Named(name, !reads));
        } while (in.takeSymbol(","));
        in.expectEnd();
        SessionTransactions transactions = session.transactions();
        transactions.unlockTables();
        transactions.commit();
        LockedTables locked = transactions.locked();
        boolean done = false;
        while (!done) {
            List<LockedTables.Wanted> wanted = wanted(named);
            locked.take(wanted, session.variables().number(Variables.LOCK_WAIT));
            try {
                done = wanted(named).equals(wanted); // else a name has come to mean another table
            } finally {
                if (!done) {
                    locked.release();
                }
            }
        }
    }

    private List<LockedTables.Wanted> wanted(List<Named> named) {
        List<Wanted> wanted = new ArrayList<>();
        for (Named each : named) {
            TableInfo table = find(each.name());
            wanted.removeIf(other -> other.table().id() == table.id() && !other.write());
            wanted.add(new Wanted(table, each.write()));
        }
        addRelated(wanted);
        return wanted.stream()
                .sorted(Comparator.comparingLong(each -> each.table().id()))
                .map(each ->
                        new LockedTables.Wanted(each.table().id(), each.table().name(), each.write()))
                .toList();
    }

    /** Foreign keys of tables that may be written lead to others, which are locked with them as in MySQL. */
    private void addRelated(List<Wanted> wanted) {
        for (int i = 0; i < wanted.size(); i++) {
            if (wanted.get(i).write()) {
                TableInfo table = wanted.get(i).table();
                table.foreignKeys().forEach(key -> addRelated(wanted, key.parent(), false));
                table.referencedBy().forEach(child -> addRelated(wanted, child, true));
            }
        }
    }

    private void addRelated(List<Wanted> wanted, TableName name, boolean write) {
        TableInfo table = engine.catalog().picture().findTable(name.schema(), name.table());
        if (table != null && wanted.stream().noneMatch(each -> each.table().id() == table.id())) {
            wanted.add(new Wanted(table, write));
        }
    }

    private TableInfo find(QualifiedName name) {
        return session.table(name.schema(), name.name()).info();
    }

    // ---- ANALYZE, CHECK, OPTIMIZE, REPAIR ----

    /** Those with rows. */
    ShowStatements.Answer table(StatementText statement) {
        StatementReader in = new StatementReader(statement);
        String operation = in.name().toLowerCase(Locale.ROOT);
        if (operation.equals("help")) {
            in.nameOrString();
            in.expectEnd();
            return Answers.help(session.server());
        }
        if (!in.take("NO_WRITE_TO_BINLOG")) {
            in.take("LOCAL");
        }
        if (operation.equals("checksum")) {
            throw SqlErrors.unsupported("CHECKSUM TABLE");
        }
        if (!in.take("TABLE")) {
            in.expect("TABLES");
        }
        List<QualifiedName> names = new ArrayList<>();
        do {
            names.add(in.qualifiedName());
        } while (in.takeSymbol(","));
        if (in.seesOneOf("UPDATE", "DROP")) {
            throw SqlErrors.unsupported("HISTOGRAM");
        }
        while (in.seesOneOf("FOR", "UPGRADE", "QUICK", "FAST", "MEDIUM", "EXTENDED", "CHANGED", "USE_FRM")) {
            in.next();
        }
        in.expectEnd();
        session.transactions().commit();
        List<@Nullable Object[]> rows = new ArrayList<>();
        names.forEach(name -> maintain(operation, name, rows));
        return Answers.maintenance(session.server(), rows);
    }

    private void maintain(String operation, QualifiedName name, List<@Nullable Object[]> rows) {
        String schema = name.schema() == null ? session.schemaOrFail() : name.schema();
        String shown = schema + "." + name.name();
        TableInfo table;
        try {
            table = session.table(schema, name.name()).info();
        } catch (SqlException e) {
            rows.add(new @Nullable Object[] {shown, operation, "Error", e.text()});
            rows.add(new @Nullable Object[] {shown, operation, "status", "Operation failed"});
            return;
        }
        session.access().require(Privilege.SELECT, table.schema(), table.name());
        switch (operation) {
            case "optimize" -> {
                session.access().require(Privilege.INSERT, table.schema(), table.name());
                rows.add(new @Nullable Object[] {
                    shown, operation, "note", "Table does not support optimize, doing recreate + analyze instead"
                });
            }
            case "repair" -> {
                rows.add(new @Nullable Object[] {
                    shown, operation, "note", "The storage engine for the table doesn't support repair"
                });
                return;
            }
            case "check" -> {
                TableReport report = TableCheck.check(engine.tables().store(), table, CheckProgress.NONE);
                for (TableReport.Finding each : report.findings()) {
                    rows.add(new @Nullable Object[] {
                        shown, operation, "error", each.what() + ": " + each.text() + ", key=" + each.key()
                    });
                }
                if (!report.isClean()) {
                    rows.add(new @Nullable Object[] {
                        shown, operation, "error", "Corrupt: " + report.findingCount() + " differences"
                    });
                    return;
                }
            }
            default -> {}
        }
        rows.add(new @Nullable Object[] {shown, operation, "status", "OK"});
    }
}
