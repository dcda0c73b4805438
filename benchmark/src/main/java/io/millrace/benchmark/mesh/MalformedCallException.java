package io.millrace.benchmark.mesh;

/** Bytes that a real provider or server would refuse; the message names what, the value seen and the rule. */
final class MalformedCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedCallException(String message) {
        // No stack trace: it says what a peer did, not where we are.
        super(message, null, false, false);
    }
}
