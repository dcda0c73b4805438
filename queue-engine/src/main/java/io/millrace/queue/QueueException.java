package io.millrace.queue;

import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Something that the queue engine could not do; {@link #reason} says what a caller may make of it. */
public final class QueueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** What kind of failure it was. */
    public enum Reason {
        /** Bytes on disk are not those that were written; the message names file and position. Other queues keep working. */
        CORRUPT,
        /** The message was lost to a damage that a repair has since cut out; its offset stays empty for good. */
        LOST,
        /** The engine, or what was used of it, was closed. */
        CLOSED,
        /** The directory holds as many queues as it was configured for. */
        FULL,
        /** Memory or journal is used up faster than it can be written; the same call may succeed later. */
        BACKPRESSURE,
        /** No space left on the device; reads go on, appends succeed again once there is space. */
        DISK_FULL,
        /** The device or the file system failed. */
        IO,
        /** A file was written by a later version of this format. */
        UNSUPPORTED_VERSION,
        /** Another process has the directory open. */
        IN_USE,
        /** The queue was deleted. */
        DELETED
    }

    /** A failure found here. */
    public QueueException(Reason reason, String message) {
        this(reason, message, null);
    }

    /** A failure with the one below that caused it. */
    public QueueException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** What kind of failure it was. */
    public Reason reason() {
        return reason;
    }

    /** DISK_FULL if a failure says that the disk, or the user's share of it, is full, for which the JDK has no type; else IO. */
    public static Reason reasonOf(IOException failure) {
        String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        boolean full =
                text.contains("no space left") || text.contains("quota exceeded") || text.contains("not enough space");
        return full ? Reason.DISK_FULL : Reason.IO;
    }
}
