package io.millrace.queue.run;

/**
 * Where a queue's messages stand in a run: which offsets, and which bytes of the data.
 *
 * <p>A reusable answer of {@link Run#locate}, so that asking allocates nothing. <b>Threads.</b> One.
 */
public final class RunExtent {
    private int queueId;
    private long firstOffset;
    private long count;
    private long startByte;
    private long byteLength;

    void set(int queueId, long firstOffset, long count, long startByte, long byteLength) {
        this.queueId = queueId;
        this.firstOffset = firstOffset;
        this.count = count;
        this.startByte = startByte;
        this.byteLength = byteLength;
    }

    /** The queue. */
    public int queueId() {
        return queueId;
    }

    /** The offset of its first message here. */
    public long firstOffset() {
        return firstOffset;
    }

    /** Messages; at least 1. */
    public long count() {
        return count;
    }

    /** The offset behind its last message here. */
    public long nextOffset() {
        return firstOffset + count;
    }

    /** Whether the message of this offset stands here. */
    public boolean holds(long offset) {
        return offset >= firstOffset && offset < firstOffset + count;
    }

    /** Where its bytes begin, counted from the first byte of the data. */
    public long startByte() {
        return startByte;
    }

    /** Bytes of its messages with their lengths before them. */
    public long byteLength() {
        return byteLength;
    }

    /** Where its bytes end. */
    public long endByte() {
        return startByte + byteLength;
    }

    @Override
    public String toString() {
        return "queue=" + queueId + " offsets=[" + firstOffset + ", " + nextOffset() + ") bytes=[" + startByte + ", "
                + endByte() + ')';
    }
}
