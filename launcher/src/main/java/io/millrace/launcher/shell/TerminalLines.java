package io.millrace.launcher.shell;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A terminal with line editing and a history in the home folder. Lines that set or name a password are not kept. <b>Ownership.</b> Closing it gives the terminal back as
 * it was.
 */
public final class TerminalLines implements LineSource, AutoCloseable {

    private static final String HISTORY = ".millrace_sql_history";
    private static final int HISTORY_LINES = 5_000;

    private final Terminal terminal;
    private final LineReader reader;

    private TerminalLines(Terminal terminal) {
        this.terminal = terminal;
        DefaultParser parser = new DefaultParser();
        parser.setEscapeChars(null); // \G is for the server's sake, not an escape
        parser.setQuoteChars(new char[0]); // a line may end within a string
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(parser)
                .history(new SecretiveHistory())
                .variable(LineReader.HISTORY_FILE, Path.of(System.getProperty("user.home"), HISTORY))
                .variable(LineReader.HISTORY_SIZE, HISTORY_LINES)
                .variable(LineReader.HISTORY_FILE_SIZE, HISTORY_LINES)
                .variable(LineReader.BLINK_MATCHING_PAREN, 0)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true) // an exclamation mark is one
                .option(LineReader.Option.HISTORY_TIMESTAMPED, false)
                .option(LineReader.Option.HISTORY_IGNORE_SPACE, false)
                .option(LineReader.Option.BRACKETED_PASTE, true)
                .build();
    }

    /** Looks for the terminal of this process; where there is none, {@link #isInteractive} says so. */
    public static TerminalLines open() throws IOException {
        // By stty and tty alone: no native library to unpack, on any JVM.
        Terminal terminal = TerminalBuilder.builder()
                .name("millrace")
                .system(true)
                .jni(false)
                .ffm(false)
                .exec(true)
                .dumb(true)
                .signalHandler(SignalHandler.SIG_IGN)
                .build();
        return new TerminalLines(terminal);
    }

    @Override
    public boolean isInteractive() {
        return !List.of(Terminal.TYPE_DUMB, Terminal.TYPE_DUMB_COLOR).contains(terminal.getType());
    }

    @Override
    public @Nullable String next(String prompt) throws IOException {
        try {
            return reader.readLine(prompt);
        } catch (UserInterruptException e) {
            InterruptedIOException interrupted = new InterruptedIOException("Ctrl-C");
            interrupted.initCause(e);
            throw interrupted;
        } catch (EndOfFileException e) {
            return null;
        }
    }

    @Override
    public @Nullable String password(String user) {
        try {
            return reader.readLine("Password of " + user + ": ", '\0');
        } catch (UserInterruptException | EndOfFileException e) {
            return null;
        }
    }

    @Override
    public PrintWriter out(PrintWriter otherwise) {
        return terminal.writer();
    }

    @Override
    public void onInterrupt(@Nullable Runnable action) {
        terminal.handle(Signal.INT, action == null ? SignalHandler.SIG_IGN : signal -> action.run());
    }

    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Forgets what holds a password, as MySQL's client does. */
    private static final class SecretiveHistory extends DefaultHistory {
        @Override
        public void add(java.time.Instant time, String line) {
            String upper = line.toUpperCase(java.util.Locale.ROOT);
            if (!upper.contains("IDENTIFIED") && !upper.contains("PASSWORD")) {
                super.add(time, line);
            }
        }
    }
}
