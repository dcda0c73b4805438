package io.millrace.queue.merge;

/** What is still wanted of each queue. <b>Threads.</b> Asked by the thread that sorts or merges while others trim and delete; an older answer only keeps more. */
public interface LiveQueues {

    /** Whether the queue was not deleted. */
    boolean isLive(int queueId);

    /** The queue's first offset that was not trimmed away. */
    long firstOffset(int queueId);
}
