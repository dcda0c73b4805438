package io.millrace.wal;

import io.millrace.memory.Page;
import io.millrace.wal.segment.Segment;

/**
 * One segment of the log in memory: {@link #page} index = position - {@link #basePosition}.
 *
 * <p><b>Ownership.</b> Given by {@link WriteAheadLog#pin}: the page stays until {@link #close}, even if the segment leaves the log; a second close does nothing. One that a
 * {@link SegmentListener} sees is borrowed for the call and closes nothing; {@link #pin()} keeps it. <b>Threads.</b> Safe. Headers of records are read with
 * {@link Page#getIntAcquire}: see {@link WalRecord}.
 */
public final class LogSegment implements AutoCloseable {

    private final Segment segment;
    private final Page page;
    private final Runnable release;
    private boolean closed;

    LogSegment(Segment segment, Page page, Runnable release) {
        this.segment = segment;
        this.page = page;
        this.release = release;
    }

    /** Its place among the log's segments, from 0. */
    public long number() {
        return segment.number();
    }

    /** Position of its first byte, which is its header's. */
    public long basePosition() {
        return segment.base();
    }

    /** Position of its first record. */
    public long firstPosition() {
        return segment.base() + segment.geometry().first();
    }

    /** Position behind the last place that is settled so far; it does not move any more once the segment is sealed. */
    public long endPosition() {
        return segment.base() + segment.published();
    }

    /** Whether nothing in it changes any more. */
    public boolean isSealed() {
        return segment.isComplete();
    }

    /** Gives: the same segment, in memory until that is closed. For a listener that keeps what it was lent. */
    public LogSegment pin() {
        page.retain();
        return new LogSegment(segment, page, page::release);
    }

    /** Lends its memory. */
    public Page page() {
        return page;
    }

    /** Lets go of the page. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            release.run();
        }
    }
}
