package io.millrace.queue.epoch;

import io.millrace.memory.Page;
import io.millrace.wal.LogSegment;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One segment of the log, held in memory: the messages of all queues in the order of their arrival.
 *
 * <p><b>Threads:</b> reference counted, born with one reference; the last one lets the log have its segment back.
 */
public final class Epoch {

    private final LogSegment segment;
    private final AtomicInteger references = new AtomicInteger(1);

    /** Takes the pinned segment. */
    public Epoch(LogSegment segment) {
        this.segment = segment;
    }

    /** The segment's place in the log, counted from 0. */
    public long number() {
        return segment.number();
    }

    /** Position of the first record. */
    public long firstPosition() {
        return segment.firstPosition();
    }

    /** Position behind the last record; known once the segment is sealed. */
    public long endPosition() {
        return segment.endPosition();
    }

    /** Position of the first byte of the segment that follows. */
    public long nextPosition() {
        return segment.basePosition() + segment.page().capacity();
    }

    /** Position of the segment's first byte. */
    public long basePosition() {
        return segment.basePosition();
    }

    /** The segment's bytes. */
    public Page page() {
        return segment.page();
    }

    /** Adds a reference; the caller holds one. */
    public void retain() {
        references.incrementAndGet();
    }

    /** Gives a reference back. */
    public void release() {
        if (references.decrementAndGet() == 0) {
            segment.close();
        }
    }
}
