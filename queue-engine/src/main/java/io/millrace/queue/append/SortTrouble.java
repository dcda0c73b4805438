package io.millrace.queue.append;

import io.millrace.queue.QueueException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Why full epochs are not being sorted, for those who wait for the room that a sort would make.
 *
 * <p><b>Threads:</b> one says, any number ask.
 */
public final class SortTrouble {

    private volatile @Nullable Exception cause;

    /** The last attempt failed; or did not, which is null. */
    public void set(@Nullable Exception failure) {
        cause = failure;
    }

    /** Why the last attempt failed, or null if it did not. */
    public @Nullable Exception cause() {
        return cause;
    }

    /** What it means to who has no room for an append: nothing but a full disk is for somebody to act upon. */
    QueueException.Reason reason() {
        Exception failure = cause;
        boolean full = failure instanceof QueueException sort && sort.reason() == QueueException.Reason.DISK_FULL
                || failure instanceof IOException file
                        && QueueException.reasonOf(file) == QueueException.Reason.DISK_FULL;
        return full ? QueueException.Reason.DISK_FULL : QueueException.Reason.BACKPRESSURE;
    }

    /** For the end of a message. */
    String text() {
        Exception failure = cause;
        return failure == null ? "" : ", full epochs are not sorted: " + failure.getMessage();
    }
}
