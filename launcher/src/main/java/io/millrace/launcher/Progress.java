package io.millrace.launcher;

import java.io.PrintStream;
import java.util.Locale;

/**
 * What the person at the terminal sees while things happen: a line a step, with the seconds since the start.
 * <b>Threads:</b> thread-safe, whole lines.
 */
final class Progress {

    private final PrintStream out;
    private final PrintStream err;
    private final long startNanos = System.nanoTime();

    /** Steps go to {@code out}, warnings to {@code err}. Both stay the caller's. */
    Progress(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    void step(String what) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        out.println(String.format(Locale.ROOT, "[%5.1f s] %s", seconds, what));
    }

    /** A line as it is. */
    void say(String line) {
        out.println(line);
    }

    void warn(String what) {
        err.println("millrace: " + what);
    }
}
