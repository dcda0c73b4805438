package io.millrace.launcher.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reads lines, runs their statements one after the other, and shows what the server answers.
 *
 * <p>Results go to one writer, errors to the other. <b>Threads.</b> For one. <b>Errors.</b> What the server refuses is shown; only what ends a shell is thrown.
 */
public final class SqlShell implements AutoCloseable {

    private static final int SOURCES_MAX = 16;

    /** The shell's own words, as MySQL's client has them: the letter behind the backslash, or the word. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("\\?", "help"),
            Map.entry("?", "help"),
            Map.entry("\\h", "help"),
            Map.entry("help", "help"),
            Map.entry("\\q", "quit"),
            Map.entry("quit", "quit"),
            Map.entry("exit", "quit"),
            Map.entry("\\u", "use"),
            Map.entry("use", "use"),
            Map.entry("\\.", "source"),
            Map.entry("source", "source"),
            Map.entry("\\s", "status"),
            Map.entry("status", "status"));

    private final StatementRunner statements;
    private final LineSource lines;
    private final PrintWriter out;
    private final PrintWriter err;
    private boolean leaving;
    private int sources;

    /**
     * Connects.
     *
     * @param connecting opens a connection, again after one was lost
     * @param out borrowed, for results
     * @param err borrowed, for errors where nobody is at a prompt
     */
    public SqlShell(
            Supplier<Connection> connecting, LineSource lines, ResultFormat format, PrintWriter out, PrintWriter err) {
        this.lines = lines;
        this.out = out;
        this.err = lines.isInteractive() ? out : err;
        this.statements = new StatementRunner(connecting, format, lines.isInteractive(), out);
    }

    /** Says who is there, to a person only. */
    public void greet(String server) {
        if (lines.isInteractive()) {
            out.println("Millrace SQL shell, server " + statements.serverVersion() + " at " + server
                    + ". \\? for help, \\q or Ctrl-D to leave.");
            out.flush();
        }
    }

    /** Runs everything. Returns whether all went well; after an error it goes on only if it shall. */
    public boolean run(boolean goesOn) throws IOException {
        return run(lines, goesOn);
    }

    private boolean run(LineSource from, boolean goesOn) throws IOException {
        StatementSplitter splitter = new StatementSplitter();
        boolean good = true;
        while (!leaving && (good || goesOn)) {
            String line;
            try {
                line = from.next(prompt(splitter));
            } catch (InterruptedIOException e) {
                splitter.clear();
                continue;
            }
            if (line == null) {
                TypedStatement rest = splitter.rest();
                return (rest == null || runStatement(rest)) && good;
            }
            boolean word = splitter.isBetweenStatements() && isWord(line);
            good &= word ? obey(line.strip(), goesOn) : take(splitter, line, goesOn);
        }
        return good;
    }

    private String prompt(StatementSplitter splitter) {
        if (splitter.isBetweenStatements()) {
            String database = statements.database();
            return database == null ? "sql> " : database + "> ";
        }
        return "   " + splitter.open() + "> ";
    }

    private boolean take(StatementSplitter splitter, String line, boolean goesOn) {
        boolean good = true;
        try {
            splitter.add(line);
        } catch (IllegalStateException e) {
            return failed("ERROR: " + e.getMessage());
        }
        TypedStatement statement = splitter.next();
        while (statement != null) {
            good &= runStatement(statement);
            statement = good || goesOn ? splitter.next() : null;
        }
        return good;
    }

    private boolean runStatement(TypedStatement statement) {
        lines.onInterrupt(statements::cancel);
        try {
            statements.run(statement);
            return true;
        } catch (SQLException e) {
            return failed(ServerSaid.error(e));
        } finally {
            lines.onInterrupt(null);
            out.flush();
        }
    }

    private boolean failed(String what) {
        err.println(what);
        err.flush();
        return false;
    }

    // ---- the shell's own words ----

    private static boolean isWord(String line) {
        return WORDS.containsKey(firstWord(line)) && !isStatement(line);
    }

    private static String firstWord(String line) {
        return unended(line).split("\\s", 2)[0].toLowerCase(Locale.ROOT);
    }

    /** {@code USE a; SELECT 1;} and {@code HELP 'x';} belong to the server. */
    private static boolean isStatement(String line) {
        String word = firstWord(line);
        boolean more = unended(line).indexOf(';') >= 0;
        return word.equals("help") ? unended(line).length() > word.length() : more;
    }

    private static String unended(String line) {
        String text = line.strip();
        return text.endsWith(";") ? text.substring(0, text.length() - 1).strip() : text;
    }

    private boolean obey(String line, boolean goesOn) throws IOException {
        String text = unended(line);
        String[] words = text.split("\\s+", 2);
        String argument = words.length > 1 ? words[1] : "";
        return switch (String.valueOf(WORDS.get(firstWord(line)))) {
            case "help" -> help();
            case "use" -> runStatement(new TypedStatement("USE " + argument, false));
            case "source" -> source(argument, goesOn);
            case "status" -> status();
            default -> leave();
        };
    }

    private boolean leave() {
        leaving = true;
        return true;
    }

    private boolean help() {
        out.println(
                """
                A statement ends with ; or \\g, or with \\G to be shown one column a line. Ctrl-C drops what is typed, or ends what runs.
                  \\?  help           this
                  \\u  use DATABASE   goes to a database
                  \\.  source FILE    runs what is in a file
                  \\s  status         says whom the shell is connected to
                  \\q  quit           leaves, as exit and Ctrl-D do""");
        out.flush();
        return true;
    }

    private boolean status() {
        lines.onInterrupt(null);
        return runStatement(new TypedStatement(
                "SELECT VERSION() AS server, CURRENT_USER() AS user, DATABASE() AS `database`, CONNECTION_ID() AS connection, @@character_set_client AS charset",
                true));
    }

    private boolean source(String file, boolean goesOn) throws IOException {
        if (sources == SOURCES_MAX) {
            return failed("ERROR: files within files: more than " + SOURCES_MAX + " deep, at " + file);
        }
        sources++;
        try (BufferedReader reader = Files.newBufferedReader(Path.of(file))) {
            return run(LineSource.of(reader), goesOn);
        } catch (java.nio.file.NoSuchFileException e) {
            return failed("ERROR: no such file: " + file);
        } finally {
            sources--;
        }
    }

    @Override
    public void close() {
        statements.close();
    }
}
