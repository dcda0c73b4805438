package io.millrace.queue.merge;

/** The queues as an epoch finds and leaves them. <b>Threads.</b> Epochs are sorted one after the other. */
public interface EpochQueues extends LiveQueues {

    /** The offset of the queue's first message in the epoch that is sorted now. */
    long nextOffset(int queueId);

    /** The epoch's run is finished; the queue's first message in the following epoch has this offset. Called once for each live queue with messages in the epoch. */
    void advance(int queueId, long nextOffset);
}
