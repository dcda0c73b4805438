package io.millrace.buffer;

/**
 * Bytes that are not the variable-length integer which the reader expects; {@link #reason()} says whether waiting helps.
 *
 * <p>It carries no stack trace: it describes input from outside, and a peer must not be able to make it costly.
 */
public final class VarintException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why a number could not be read. */
    public enum Reason {
        /** The bytes end before the number does; more bytes may complete it. */
        TRUNCATED,
        /** The number has more bits than its type; no further byte can mend it. */
        TOO_LONG
    }

    private final Reason reason;

    private VarintException(Reason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    static VarintException truncated(int present, int index) {
        return new VarintException(
                Reason.TRUNCATED,
                "varint is truncated: bytes=" + present + " (expected: a last byte below 0x80), index=" + index);
    }

    static VarintException tooLong(int bits, int index) {
        return new VarintException(
                Reason.TOO_LONG, "varint is too long (expected: <= " + bits + " bits), index=" + index);
    }

    public Reason reason() {
        return reason;
    }
}
