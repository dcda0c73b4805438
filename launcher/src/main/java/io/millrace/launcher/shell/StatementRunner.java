package io.millrace.launcher.shell;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on one connection, and on a new one after it was lost.
 *
 * <p><b>Threads.</b> {@link #cancel} from any, the rest for one.
 */
final class StatementRunner implements AutoCloseable {

    private static final int WARNINGS_MAX = 64;

    private final Supplier<Connection> connecting;
    private final ResultFormat format;
    private final boolean verbose;
    private final PrintWriter out;
    private final ResultPrinter printer;
    private Connection connection;
    private @Nullable String database;
    private volatile @Nullable Statement running;

    /**
     * Connects.
     *
     * @param verbose whether counts, times and warnings are said
     */
    StatementRunner(Supplier<Connection> connecting, ResultFormat format, boolean verbose, PrintWriter out) {
        this.connecting = connecting;
        this.format = format;
        this.verbose = verbose;
        this.out = out;
        this.printer = new ResultPrinter(out);
        this.connection = connecting.get();
        this.database = currentDatabase();
    }

    String serverVersion() {
        try {
            return connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException e) {
            return "of an unknown version";
        }
    }

    /** The database that names without one are looked for in, or null. */
    @Nullable
    String database() {
        return database;
    }

    /** Runs one statement and shows all of its results. */
    void run(TypedStatement typed) throws SQLException {
        reconnectIfLost();
        long begun = System.nanoTime();
        try (Statement statement = connection.createStatement()) {
            running = statement;
            // Read as it is shown: a result may be larger than our memory.
            statement.setFetchSize(ResultPrinter.PAGE_ROWS);
            boolean rows = statement.execute(typed.text());
            while (rows || statement.getLargeUpdateCount() != -1) {
                show(statement, rows, typed.vertical(), begun);
                begun = System.nanoTime();
                rows = statement.getMoreResults();
            }
            if (verbose) {
                showWarnings(statement.getWarnings());
            }
        } finally {
            running = null;
        }
        if (typed.text().regionMatches(true, 0, "USE", 0, 3)) {
            database = currentDatabase();
        }
    }

    /** Asks the server to end what runs, if anything does. */
    void cancel() {
        Statement statement = running;
        if (statement != null) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                out.println("It cannot be ended: " + ServerSaid.text(e));
                out.flush();
            }
        }
    }

    private void reconnectIfLost() throws SQLException {
        if (connection.isClosed()) {
            connection = connecting.get();
            if (database != null) {
                connection.setCatalog(database);
            }
            if (verbose) {
                out.println("The connection was lost and made anew: transactions, locks and settings are gone.");
            }
        }
    }

    private void show(Statement statement, boolean rows, boolean vertical, long begun) throws SQLException {
        if (!rows) {
            say(counted(statement.getLargeUpdateCount(), "row") + " affected", "Query OK, ", begun);
            return;
        }
        try (ResultSet result = statement.getResultSet()) {
            long count = printer.print(result, vertical ? ResultFormat.VERTICAL : format);
            say(count == 0 ? "Empty set" : counted(count, "row") + " in set", "", begun);
        }
    }

    private void say(String what, String before, long begun) {
        if (verbose) {
            double seconds = (System.nanoTime() - begun) / (double) TimeUnit.SECONDS.toNanos(1);
            out.println(before + what + String.format(Locale.ROOT, " (%.2f s)", seconds));
            out.flush();
        }
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private void showWarnings(@Nullable SQLWarning first) {
        int shown = 0;
        for (SQLWarning warning = first; warning != null && shown < WARNINGS_MAX; warning = warning.getNextWarning()) {
            out.println("Warning " + warning.getErrorCode() + ": " + ServerSaid.text(warning));
            shown++;
        }
    }

    private @Nullable String currentDatabase() {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT DATABASE()")) {
            return row.next() ? row.getString(1) : null;
        } catch (SQLException e) {
            return null; // a prompt is not worth an error; the next statement meets it
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            return; // it is of no use to anybody any more
        }
    }
}
