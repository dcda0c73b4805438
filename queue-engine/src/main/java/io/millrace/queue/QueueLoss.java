package io.millrace.queue;

/**
 * Messages of one queue that cannot be read any more.
 *
 * @param queue its name
 * @param fromOffset the first
 * @param toOffset behind the last
 * @param cause what took them, in words
 */
public record QueueLoss(String queue, long fromOffset, long toOffset, String cause) {

    /** How many. */
    public long count() {
        return toOffset - fromOffset;
    }

    @Override
    public String toString() {
        return "queue=" + queue + " offsets=" + fromOffset + " to " + (toOffset - 1) + ": " + cause;
    }
}
