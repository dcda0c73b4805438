package io.millrace.queue.merge;

import io.millrace.queue.run.GrowingBytes;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunExtent;
import io.millrace.queue.run.RunStorage;

/**
 * Where the offsets of an epoch begin, which of its messages are not wanted any more, and where the offsets go on.
 *
 * <p>Nothing is told to the queues before the run is finished: what failed can be sorted again. <b>Threads.</b> One.
 */
final class EpochOffsets implements AutoCloseable {
    private static final int ENTRY = 2 * Long.BYTES;

    private final EpochQueues queues;
    /** Queue and next offset of those of which nothing is left. */
    private final GrowingBytes emptied;

    EpochOffsets(EpochQueues queues, RunStorage storage) {
        this.queues = queues;
        emptied = new GrowingBytes(storage.arena(), storage.patience());
    }

    long nextOffset(int queueId) {
        return queues.nextOffset(queueId);
    }

    /** How many of the queue's messages to leave out, from its first. */
    long unwanted(int queueId) {
        if (!queues.isLive(queueId)) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, queues.firstOffset(queueId) - queues.nextOffset(queueId));
    }

    /** All {@code messages} of a queue were left out. */
    void leftOut(int queueId, long messages) {
        if (queues.isLive(queueId)) {
            emptied.putLong(queueId);
            emptied.putLong(queues.nextOffset(queueId) + messages);
        }
    }

    /** The run is finished. */
    void advance(Run run) {
        RunExtent extent = new RunExtent();
        for (int id = run.ceilingQueue(0); id >= 0; id = run.ceilingQueue(id + 1)) {
            run.locate(id, extent);
            queues.advance(id, extent.nextOffset());
        }
        for (int at = 0; at < emptied.size(); at += ENTRY) {
            queues.advance((int) emptied.getLong(at), emptied.getLong(at + Long.BYTES));
        }
    }

    @Override
    public void close() {
        emptied.close();
    }
}
