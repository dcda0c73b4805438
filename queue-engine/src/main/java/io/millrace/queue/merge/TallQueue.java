package io.millrace.queue.merge;

import io.millrace.queue.run.RunWriter;
import java.nio.ByteBuffer;

/** Writes a queue whose messages come in their order. <b>Threads.</b> One. */
final class TallQueue {
    private final int queueId;
    private final EpochOffsets offsets;
    private final RunWriter writer;
    private final long unwanted;
    private long seen;

    TallQueue(int queueId, EpochOffsets offsets, RunWriter writer) {
        this.queueId = queueId;
        this.offsets = offsets;
        this.writer = writer;
        unwanted = offsets.unwanted(queueId);
    }

    /** The next message. Borrows. */
    void message(ByteBuffer from, int at, int length) {
        if (seen == unwanted) {
            writer.beginQueue(queueId, offsets.nextOffset(queueId) + unwanted);
        }
        if (seen++ >= unwanted) {
            writer.message(from, at, length);
        }
    }

    void end() {
        if (seen > 0 && seen <= unwanted) {
            offsets.leftOut(queueId, seen);
        }
    }
}
