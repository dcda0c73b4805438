package io.millrace.queue;

/**
 * A queue as its files say it is.
 *
 * @param name of it
 * @param earliestOffset of the first message that is not trimmed; {@code nextOffset} if there is none
 * @param nextOffset that the next message gets
 * @param bytes that its messages take on the disk, trimmed ones included until a merge drops them
 */
public record QueueSummary(String name, long earliestOffset, long nextOffset, long bytes) {}
