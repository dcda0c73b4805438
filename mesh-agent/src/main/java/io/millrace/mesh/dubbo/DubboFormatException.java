package io.millrace.mesh.dubbo;

/**
 * A value that cannot be read: malformed, too deep, or of a form with no counterpart in JSON. The frame around it was sound, so the
 * connection goes on. Carries no stack trace, since it is an answer and not a fault of ours.
 */
public final class DubboFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param message what was found, where, and what would have been right */
    public DubboFormatException(String message) {
        super(message, null, false, false);
    }
}
