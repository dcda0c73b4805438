package io.millrace.newsql.session;

import io.millrace.newsql.account.Privilege;
import io.millrace.newsql.definition.TableText;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.variable.SystemVariables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * LOAD DATA [LOCAL] INFILE: reads the fields of a file's lines, and inserts them in portions of one transaction, all or none.
 *
 * <p>A client's file comes over the wire while it is read; one of the server's must lie in {@code secure_file_priv}. One use.
 */
final class LoadStatement {

    /** Rows of one INSERT: enough that its plan costs nothing a row. */
    private static final int PORTION_ROWS = 200;

    private final ClientSession session;
    private final Statements statements;
    private final LoadOptions options;

    /** What the portion before this one was inserted by: most are of one size. */
    private @Nullable ClientStatement insert;

    LoadStatement(ClientSession session, Statements statements, StatementText statement) {
        this.session = session;
        this.statements = statements;
        this.options = LoadOptions.read(statement);
    }

    void run(ResultSink out) {
        if (!options.local()) {
            session.access().require(Privilege.FILE);
        }
        List<String> columns = columns();
        long records = 0;
        long changed = 0;
        try (InputStream file = options.local() ? out.localInfile(options.file()) : serverFile()) {
            LoadReader reader = new LoadReader(file, options);
            LoadTransaction transaction = new LoadTransaction(session);
            boolean done = false;
            try {
                List<List<Literal>> portion = new ArrayList<>();
                for (List<Literal> row = reader.next(); row != null; row = reader.next()) {
                    records++;
                    portion.add(row);
                    if (portion.size() == PORTION_ROWS) {
                        changed += insert(columns, portion);
                        portion.clear();
                    }
                }
                changed += portion.isEmpty() ? 0 : insert(columns, portion);
                transaction.end();
                done = true;
            } finally {
                if (!done) {
                    transaction.undo();
                }
            }
        } catch (IOException e) {
            throw SqlErrors.of(1024, "HY000", "Error reading file '" + options.file() + "' (" + e.getMessage() + ")");
        }
        int warnings = session.diagnostics().count();
        session.values().rowCount(changed);
        out.ok(
                changed,
                0,
                warnings,
                "Records: " + records + "  Deleted: 0  Skipped: " + Math.max(0, records - changed) + "  Warnings: "
                        + warnings);
    }

    private List<String> columns() {
        if (!options.columns().isEmpty()) {
            return options.columns();
        }
        return session.table(options.table().schema(), options.table().name()).info().columns().stream()
                .map(column -> column.name())
                .toList();
    }

    private InputStream serverFile() throws IOException {
        Object directory =
                session.variables().get(SystemVariables.get("secure_file_priv")).value();
        Path root = directory == null
                ? null
                : Path.of(directory.toString()).toAbsolutePath().normalize();
        Path file = root == null ? null : root.resolve(options.file()).normalize();
        if (root == null || file == null || !file.startsWith(root)) {
            throw SqlErrors.of(
                    1290,
                    "HY000",
                    "The MySQL server is running with the --secure-file-priv option so it cannot execute this statement");
        }
        if (!Files.exists(file) || !file.toRealPath().startsWith(root.toRealPath())) {
            throw SqlErrors.of(
                    13, "HY000", "Can't get stat of '" + options.file() + "' (OS errno 2 - No such file or directory)");
        }
        return Files.newInputStream(file);
    }

    /** Values of fields are parameters; values of SET are expressions, in which {@code @x} are the fields that were read into variables. */
    private long insert(List<String> columns, List<List<Literal>> rows) {
        if (options.hasVariables() || !options.assignments().isEmpty()) {
            long changed = 0;
            for (List<Literal> row : rows) {
                changed += insertOne(columns, row);
            }
            return changed;
        }
        List<Literal> parameters = new ArrayList<>();
        String marks = columns.stream().map(column -> "?").collect(Collectors.joining(",", "(", ")"));
        rows.forEach(row -> parameters.addAll(filled(row, columns.size())));
        String values = rows.stream().map(row -> marks).collect(Collectors.joining(","));
        return execute(names(columns), values, parameters);
    }

    private long insertOne(List<String> columns, List<Literal> row) {
        List<Literal> fields = filled(row, columns.size());
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        List<Literal> parameters = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).startsWith("@")) {
                session.values().setUserVariable(columns.get(i).substring(1), fields.get(i));
            } else {
                names.add(columns.get(i));
                values.add("?");
                parameters.add(fields.get(i));
            }
        }
        for (LoadOptions.Assignment each : options.assignments()) {
            names.add(each.column());
            values.add(each.expression());
        }
        return execute(names(names), "(" + String.join(",", values) + ")", parameters);
    }

    /** Fields that a line does not have are NULL, with warning 1261; those that are too many fall away, with 1262. */
    private List<Literal> filled(List<Literal> row, int count) {
        if (row.size() == count) {
            return row;
        }
        List<Literal> filled = new ArrayList<>(row.subList(0, Math.min(count, row.size())));
        session.diagnostics()
                .warn(
                        row.size() < count ? 1261 : 1262,
                        row.size() < count
                                ? "Row doesn't contain data for all columns"
                                : "Row was truncated; it contained more data than there were input columns");
        while (filled.size() < count) {
            filled.add(Literal.NULL);
        }
        return filled;
    }

    private static String names(List<String> columns) {
        return columns.stream().map(TableText::quote).collect(Collectors.joining(",", "(", ")"));
    }

    private long execute(String names, String values, List<Literal> parameters) {
        String schema = options.table().schema();
        String sql = options.command() + " INTO "
                + (schema == null ? "" : TableText.quote(schema) + ".")
                + TableText.quote(options.table().name()) + names + " VALUES " + values;
        ClientStatement text = insert;
        if (text == null || !text.text().source().equals(sql)) {
            text = ClientStatement.prepared(StatementText.split(sql).get(0));
            insert = text;
        }
        return statements.planned().change(text, parameters);
    }

    /** Where the load stands in the session's transaction: alone in one, or a part of an open one. */
    private static final class LoadTransaction {
        private final SessionTransactions transactions;
        private final boolean own;
        private final io.millrace.newsql.transaction.Transaction.@Nullable Savepoint mark;

        LoadTransaction(ClientSession session) {
            transactions = session.transactions();
            own = !transactions.isOpen();
            if (own) {
                transactions.begin(false, false);
            }
            mark = transactions.current().mark();
        }

        void end() {
            if (own) {
                transactions.commit();
            }
        }

        void undo() {
            if (own) {
                transactions.rollback();
            } else {
                transactions.failStatement(null, mark);
            }
        }
    }
}
