package io.millrace.wal;

import io.millrace.wal.append.SegmentEvents;
import io.millrace.wal.segment.Segment;

/** Tells a listener of segments in the door's words. */
final class ListenerEvents implements SegmentEvents {

    /** For those who do not ask. */
    static final SegmentListener NONE = new SegmentListener() {
        @Override
        public void activated(LogSegment segment) {}

        @Override
        public void sealed(LogSegment segment) {}
    };

    private final SegmentListener listener;
    private final PrefixTruncation truncation;

    ListenerEvents(SegmentListener listener, PrefixTruncation truncation) {
        this.listener = listener;
        this.truncation = truncation;
    }

    @Override
    public void activated(Segment segment) {
        listener.activated(borrowed(segment));
    }

    @Override
    public void sealed(Segment segment) {
        listener.sealed(borrowed(segment));
    }

    @Override
    public void left(Segment segment) {
        truncation.removeLeft();
    }

    private static LogSegment borrowed(Segment segment) {
        return new LogSegment(segment, segment.page(), () -> {});
    }
}
