package io.millrace.queue;

import java.nio.file.Path;

/**
 * Something in a store's files that is not as it was written.
 *
 * @param part of the store
 * @param file that is damaged, missing, or should not be there
 * @param position of the first byte in doubt; for the journal its position in the log
 * @param what is wrong, in words
 */
public record QueueDamage(Part part, Path file, long position, String what) {

    /** Parts of a store. */
    public enum Part {
        /** The log of what was appended since the last sort. */
        JOURNAL,
        /** A list of queues, cursors and runs. */
        CHECKPOINT,
        /** A sorted run of messages. */
        RUN,
        /** Messages that should be there and are nowhere. */
        MESSAGES
    }

    @Override
    public String toString() {
        return part + " " + file.getFileName() + " position=" + position + ": " + what;
    }
}
