package io.millrace.launcher;

import java.util.List;

/**
 * Something that the person at the terminal can put right: a taken port, a missing jar, a child that did not start.
 *
 * <p>The message is one line that says what is wrong, with the value seen; {@link #remedies} are lines that say what
 * to do about it. Shown without a stack trace, exit status 1.
 */
public final class LauncherException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> remedies;

    /** What is wrong, and what to do about it, a line each. */
    public LauncherException(String message, String... remedies) {
        super(message);
        this.remedies = List.of(remedies);
    }

    /** The same with the error of the layer below. */
    public LauncherException(String message, Throwable cause, String... remedies) {
        super(message, cause);
        this.remedies = List.of(remedies);
    }

    /** What to do, in the order to try it; may be empty. */
    public List<String> remedies() {
        return remedies;
    }
}
