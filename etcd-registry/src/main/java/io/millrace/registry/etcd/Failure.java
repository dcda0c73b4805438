package io.millrace.registry.etcd;

import io.etcd.jetcd.common.exception.CompactedException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** What an error of etcd means for us. */
enum Failure {
    /** The connection is useless: no answer, broken, or not let in. A new one is made. */
    CONNECTION,
    /** The lease is not known any more. A new one is granted. */
    LEASE_GONE,
    /** The revision to watch from was compacted away. The keys are read again. */
    COMPACTED,
    /** etcd is well and refused this one request: no permission, no space. Tried again after a pause. */
    REFUSED;

    static Failure of(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof CompactedException) {
                return COMPACTED;
            }
            if (cause instanceof TimeoutException) {
                return CONNECTION;
            }
        }
        return switch (EtcdStatus.of(error).getCode()) {
            case NOT_FOUND -> LEASE_GONE;
            case PERMISSION_DENIED, INVALID_ARGUMENT, RESOURCE_EXHAUSTED, FAILED_PRECONDITION, OUT_OF_RANGE -> REFUSED;
            default -> CONNECTION;
        };
    }

    /** One line for logs and health: what the request says, and the root of it where that says more. */
    static String describe(Throwable error) {
        Throwable top = error;
        while (isWrapper(top) && top.getCause() != null) {
            top = top.getCause();
        }
        Throwable root = top;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (top instanceof TimeoutException) {
            return "no answer in time";
        }
        return root == top ? line(top) : line(top) + " (" + line(root) + ')';
    }

    private static boolean isWrapper(Throwable error) {
        return error instanceof CompletionException || error instanceof ExecutionException;
    }

    /** gRPC's messages go on for several lines with the state of a pipeline. */
    private static String line(Throwable error) {
        String message = error.getMessage();
        return message == null
                ? error.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
