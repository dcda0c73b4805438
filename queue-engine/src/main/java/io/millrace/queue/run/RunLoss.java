package io.millrace.queue.run;

/**
 * Messages of one queue that a damage has taken.
 *
 * @param fromOffset the first
 * @param toOffset behind the last
 * @param bytes of the messages with their lengths
 */
public record RunLoss(int queueId, long fromOffset, long toOffset, long bytes) {

    @Override
    public String toString() {
        return "queue=" + queueId + " offsets=[" + fromOffset + ", " + toOffset + ") bytes=" + bytes;
    }
}
