package io.millrace.tiered;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What the world did to a cold segment; {@link #reason()} says what a caller can do about it. */
public final class TieredException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Why a call failed. */
    public enum Reason {
        /** No directory holds the segment, or the segment has no index of this kind. */
        NOT_FOUND,
        /** Bytes are not those that were copied. Nothing of the damaged chunk was given; a retry finds the same. */
        DAMAGED,
        /** The log or an index that is to be copied cannot be read, or is not as announced. Nothing was left behind. */
        SOURCE,
        /** No directory has room. Nothing was left behind; retry once there is room. */
        NO_SPACE,
        /** A disk refused an operation, or the directory that may hold the segment is out of service. Retry later. */
        DISK,
        /** The segment is being copied or deleted by another thread, or reads found no buffer in time. Retry later. */
        BUSY,
        /** The thread was interrupted while it waited or wrote; its interrupt flag is set again. */
        INTERRUPTED,
        /** The store is closed. */
        CLOSED
    }

    private final Reason reason;

    /** With what happened, the value seen, the rule, and where. */
    public TieredException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Without a cause. */
    public TieredException(Reason reason, String message) {
        this(reason, message, null);
    }

    /** Why the call failed. */
    public Reason reason() {
        return reason;
    }
}
