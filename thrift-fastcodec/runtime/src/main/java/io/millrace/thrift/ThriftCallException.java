package io.millrace.thrift;

import org.jspecify.annotations.Nullable;

/** A call whose answer did not come; {@link #reason()} says whether the server may have seen it. */
public final class ThriftCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why no answer came. */
    public enum Reason {
        /** Too many calls wait already; this one was not sent. */
        OVERLOADED,
        /** There is no connection; this call was not sent. */
        NOT_CONNECTED,
        /** The connection ended before the answer came; the server may have run the method. */
        CLOSED,
        /** No answer in time; the server may have run the method, or still do. */
        TIMEOUT,
        /** The waiting thread was interrupted; the call goes on without it. */
        INTERRUPTED
    }

    private final Reason reason;

    /** With why, what happened, and what caused it. */
    public ThriftCallException(Reason reason, String what, @Nullable Throwable cause) {
        super(what, cause);
        this.reason = reason;
    }

    /** Why no answer came. */
    public Reason reason() {
        return reason;
    }

    /** Whether the call was never sent, so that making it again cannot run the method twice. */
    public boolean isUnsent() {
        return reason == Reason.OVERLOADED || reason == Reason.NOT_CONNECTED;
    }
}
