package io.millrace.wal;

import org.jspecify.annotations.Nullable;

/** What the world did to a log; {@link #reason()} says what a caller can do about it. */
public final class WalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why a call failed. */
    public enum Reason {
        /** Bytes that were known to be on the device are wrong. The log does not open; its tool can repair it, and says what is lost. */
        CORRUPT,
        /** No segment became ready in time: the disk or the memory is slower than the appenders. Nothing was appended; retry later. */
        BACKPRESSURE,
        /** The disk is full. Nothing was appended, reads go on; appends work again once there is space. */
        DISK_FULL,
        /** Memory or pins have reached their configured bound. Retry once pages were released. */
        MEMORY,
        /** A read or write failed; the cause says how. */
        IO,
        /** A write or force failed earlier. It is final: what was not durable by then never will be. Reads go on; close and reopen. */
        FAILED,
        /** The log is closed. */
        CLOSED,
        /** The position is before the log's start, or behind its tail. */
        NO_RECORD,
        /** Another log has the directory open. */
        IN_USE,
        /** The directory was written with another version or segment size. */
        UNSUPPORTED,
        /** The thread was interrupted while it waited; its interrupt flag is set again. */
        INTERRUPTED
    }

    private final Reason reason;

    /** With what happened, the value seen, the rule, where, and what to do. */
    public WalException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Without a cause. */
    public WalException(Reason reason, String message) {
        this(reason, message, null);
    }

    /** The same again, for another thread to throw: with that thread's stack, and this as the cause. */
    public WalException again() {
        return new WalException(reason, String.valueOf(getMessage()), this);
    }

    /** Why the call failed. */
    public Reason reason() {
        return reason;
    }
}
