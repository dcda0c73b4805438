package io.millrace.launcher.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Where the shell's lines come from. <b>Threads.</b> For one, but for what {@link #onInterrupt} was given. */
public interface LineSource {

    /**
     * The next line without its end, or null behind the last.
     *
     * @param prompt what a person is shown; a file shows nothing
     * @throws InterruptedIOException if the person pressed Ctrl-C: what was typed of the statement is dropped
     */
    @Nullable
    String next(String prompt) throws IOException;

    /** Whether a person is at the other end. */
    default boolean isInteractive() {
        return false;
    }

    /** Asks for a password without showing it; null if there is nobody to ask. */
    default @Nullable String password(String user) {
        return null;
    }

    /** Where answers go, given where they would go without a terminal. */
    default PrintWriter out(PrintWriter otherwise) {
        return otherwise;
    }

    /** Runs the action in another thread when Ctrl-C is pressed while no line is read; null for nothing. */
    default void onInterrupt(@Nullable Runnable action) {}

    /** Lines of a file or a pipe. Borrows the reader. */
    static LineSource of(BufferedReader reader) {
        return prompt -> reader.readLine();
    }
}
