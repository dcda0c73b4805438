package io.millrace.newsql.transaction;

/** A statement that may not wait has met something that it would have to wait for. What it did is to be undone, and it may run again where waiting is allowed. */
public final class WouldWait extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WouldWait() {
        super("a lock is another's", null, false, false);
    }
}
