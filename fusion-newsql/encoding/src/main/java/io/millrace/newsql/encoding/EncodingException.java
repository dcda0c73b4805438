package io.millrace.newsql.encoding;

/** Bytes that are no key or value of ours, or values that make no key; {@link #reason()} says which. */
public final class EncodingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** The key would be longer than its encoder allows. */
        KEY_TOO_LONG,
        /** The value does not fit into the layout of its column. */
        OUT_OF_RANGE,
        /** Bytes that nobody encodes: damaged, or of columns other than those asked for. */
        MALFORMED,
        /** A string that a collation weighs is not UTF-8. */
        NOT_UTF8
    }

    private final Reason reason;

    /** With what is wrong, the value seen, the rule, and where. */
    public EncodingException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }
}
