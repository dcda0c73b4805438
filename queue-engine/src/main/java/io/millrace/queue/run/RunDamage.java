package io.millrace.queue.run;

/**
 * Something in a run's file that is not as it was written.
 *
 * @param part which part
 * @param position in the file
 * @param bytes how many are in doubt
 * @param detail what is wrong with them
 */
public record RunDamage(Part part, long position, long bytes, String detail) {

    /** Parts of a file, and what their damage costs. */
    public enum Part {
        /** A page that describes the run; the other one serves. */
        DESCRIPTOR,
        /** A copy of the index; the other one serves. */
        INDEX,
        /** A block of messages; those in it are lost. */
        BLOCK,
        /** Bytes that are sound but no messages, or not where the index says: never written so. */
        MESSAGES,
        /** The file is shorter or longer than it should be. */
        SIZE
    }

    @Override
    public String toString() {
        return part + " position=" + position + " bytes=" + bytes + ": " + detail;
    }
}
