package io.millrace.wal;

/**
 * Told of the log's segments as they come and go; for those who keep structures of their own beside each.
 *
 * <p><b>Ownership.</b> Borrows the segment for the call; to keep its memory, {@link WriteAheadLog#pin} it. <b>Threads.</b> {@link #activated} runs in an appender's thread while
 * other appenders may wait, {@link #sealed} in the committer's; both must return soon and must not append. <b>Errors.</b> What {@link #activated} throws
 * fails the append that rolled; the segment is offered again. What {@link #sealed} throws ends the log.
 */
public interface SegmentListener {

    /** The segment is the next to be appended to; nothing can be claimed in it yet. When a log opens: the one that it goes on with, whose records so far are published. */
    void activated(LogSegment segment);

    /** Every record of the segment is published; it never changes again. */
    void sealed(LogSegment segment);
}
