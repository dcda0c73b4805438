package io.millrace.queue.merge;

/** How fast a merge may go. */
@FunctionalInterface
public interface MergeBudget {

    /** As fast as the disk does. */
    MergeBudget UNLIMITED = bytes -> {};

    /** Waits until the merge may move so many bytes more. Returns early if the thread is interrupted, with its flag set. */
    void spend(long bytes);

    /** So many bytes a second, with a second's worth in hand. */
    static MergeBudget ofBytesPerSecond(long bytesPerSecond) {
        return new RateBudget(bytesPerSecond);
    }
}
