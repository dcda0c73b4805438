package io.millrace.transport;

/**
 * Bytes of a peer that break the rules of its protocol.
 *
 * <p>It carries no stack trace: it describes input from outside, and a peer must not be able to make it costly.
 */
public final class FrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String what;

    /**
     * The message reads {@code what: value (expected: rule)}.
     *
     * @param what what is wrong, from a small fixed set, so that it can be the tag of a meter: {@code "body length"}
     * @param value the value seen
     * @param rule what would have been right: {@code "<= 8388608"}
     */
    public FrameException(String what, Object value, String rule) {
        super(what + ": " + value + " (expected: " + rule + ")", null, false, false);
        this.what = what;
    }

    /** What is wrong, without the value. */
    public String what() {
        return what;
    }
}
