package io.millrace.newsql.node;

import org.jspecify.annotations.Nullable;

/** Why a store could not do what it was asked. Its message names the place and what to do. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** What a caller can tell apart. */
    public enum Reason {
        /** A requirement of the batch did not hold; nothing was written. */
        CONFLICT,
        /** Too many commits wait; try again later. */
        BUSY,
        /** No room on the disk; reads go on, and writes once there is room. */
        DISK_FULL,
        /** What a follower of changes asks for is not kept any more; it must begin anew. */
        LOST,
        /** Bytes that were on the device are wrong. */
        CORRUPT,
        /** Another process has the directory. */
        IN_USE,
        /** Where something was to be made there is something already. */
        TARGET_EXISTS,
        /** Files of a version that this one does not know. */
        UNSUPPORTED,
        /** The log could not be synced, or the store cannot go on for another reason; restart the process. */
        FAILED,
        /** The store was closed. */
        CLOSED,
        /** Anything else that the system said of a file. */
        IO
    }

    private final Reason reason;

    public StoreException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public StoreException(Reason reason, String message) {
        this(reason, message, null);
    }

    public Reason reason() {
        return reason;
    }
}
