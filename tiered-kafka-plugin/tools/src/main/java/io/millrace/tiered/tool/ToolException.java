package io.millrace.tiered.tool;

/** A question that nobody answered, or that makes no sense. The message is one line for the person who asked: what, the value seen, where. */
public final class ToolException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With what is wrong. */
    public ToolException(String message) {
        super(message);
    }

    /** The same with the error of the layer below. */
    public ToolException(String message, Throwable cause) {
        super(message, cause);
    }
}
