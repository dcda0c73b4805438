package io.millrace.wal.append;

import io.millrace.wal.segment.Segment;

/** What is told of segments while records are appended. */
public interface SegmentEvents {

    /** Before the first claim in the segment can be made; in the thread of an appender. */
    void activated(Segment segment);

    /** All records of the segment are published, and sealed; in the committer's thread. */
    void sealed(Segment segment);

    /** The segment is in its file too, and the committer has left it; in the committer's thread. */
    void left(Segment segment);
}
