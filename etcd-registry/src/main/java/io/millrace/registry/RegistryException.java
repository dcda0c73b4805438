package io.millrace.registry;

import org.jspecify.annotations.Nullable;

/** Something that the registry could not do; {@link #reason} says what a caller may make of it. */
public final class RegistryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** What kind of failure it was. */
    public enum Reason {
        /** This registry already holds that address for that service; close the other registration first. */
        DUPLICATE,
        /** A bound was reached; the message says which. */
        LIMIT,
        /** The registry, the registration or the group was closed. */
        CLOSED
    }

    /** A failure found here. */
    public RegistryException(Reason reason, String message) {
        this(reason, message, null);
    }

    /** A failure with the one below that caused it. */
    public RegistryException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** What kind of failure it was. */
    public Reason reason() {
        return reason;
    }
}
