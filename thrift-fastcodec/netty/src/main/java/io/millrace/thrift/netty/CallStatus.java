package io.millrace.thrift.netty;

import io.millrace.thrift.ThriftAnswer;
import io.millrace.thrift.ThriftApplicationException;
import io.millrace.thrift.ThriftCallException;
import io.millrace.thrift.ThriftException;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** How a call ended, as the tag {@code status} says it. */
enum CallStatus {
    /** A result, a declared exception among them; a oneway method that ran. */
    OK,
    /** A {@code TApplicationException}; a oneway method that failed. */
    ERROR,
    /** At a server: the connection had ended before the answer was there. */
    DROPPED,
    OVERLOADED,
    NOT_CONNECTED,
    CLOSED,
    TIMEOUT,
    /** At a client: an answer that could not be read. */
    MALFORMED,
    /** At a client: the caller gave up. */
    CANCELLED;

    private final String tag = name().toLowerCase(Locale.ROOT).replace('_', '-');

    String tag() {
        return tag;
    }

    /** Of a call that a server has made. */
    static CallStatus of(ThriftAnswer answer, boolean connected) {
        if (answer.body() != null && !connected) {
            return DROPPED;
        }
        return answer.failure() != null || answer.body() instanceof ThriftApplicationException ? ERROR : OK;
    }

    /** Of a client's call that ended so. */
    static CallStatus of(@Nullable Throwable failure) {
        if (failure == null) {
            return OK;
        }
        if (failure instanceof ThriftCallException e) {
            return switch (e.reason()) {
                case OVERLOADED -> OVERLOADED;
                case NOT_CONNECTED -> NOT_CONNECTED;
                case TIMEOUT -> TIMEOUT;
                case CLOSED, INTERRUPTED -> CLOSED;
            };
        }
        if (failure instanceof ThriftException) {
            return MALFORMED;
        }
        return failure instanceof CancellationException ? CANCELLED : ERROR;
    }
}
