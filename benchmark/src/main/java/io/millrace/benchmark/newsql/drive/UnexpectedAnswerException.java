package io.millrace.benchmark.newsql.drive;

/** A server's answer that the query must not have: an error, other rows than there must be, or no answer of the protocol. */
final class UnexpectedAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnexpectedAnswerException(String message) {
        super(message);
    }
}
