package io.millrace.wal.segment;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The segments of the log, in order and without a gap.
 *
 * <p><b>Threads.</b> Reads take no lock and see the list of some moment; changes are made one at a time.
 */
public final class SegmentTable {

    private volatile List<Segment> segments;
    private volatile long startNumber;

    /** A table of segments with consecutive numbers. */
    public SegmentTable(List<Segment> segments) {
        this.segments = List.copyOf(segments);
        this.startNumber = segments.get(0).number();
    }

    /** Number of the segment where the log begins; those before are about to go. */
    public long startNumber() {
        return startNumber;
    }

    /** Base position of that segment. */
    public long startBase() {
        return first().geometry().baseOf(startNumber);
    }

    /** The log begins with a later segment from here on. */
    public synchronized void startAt(long number) {
        startNumber = Math.max(startNumber, number);
    }

    /** The segments of this moment, oldest first. */
    public List<Segment> all() {
        return segments;
    }

    public Segment first() {
        return segments.get(0);
    }

    public Segment last() {
        List<Segment> now = segments;
        return now.get(now.size() - 1);
    }

    /** The segment of this number, or null if the log does not have it, no longer or not yet. */
    public @Nullable Segment find(long number) {
        List<Segment> now = segments;
        long index = number - now.get(0).number();
        return index < 0 || index >= now.size() ? null : now.get((int) index);
    }

    /** Adds the next segment. */
    public synchronized void add(Segment segment) {
        assert segment.number() == last().number() + 1;
        List<Segment> more = new ArrayList<>(segments.size() + 1);
        more.addAll(segments);
        more.add(segment);
        segments = List.copyOf(more);
    }

    /** Removes the segments before a number, but never the last one; returns them, oldest first. */
    public synchronized List<Segment> removeBefore(long number) {
        List<Segment> now = segments;
        int count = (int) Math.max(0, Math.min(number - now.get(0).number(), now.size() - 1));
        segments = List.copyOf(now.subList(count, now.size()));
        return now.subList(0, count);
    }
}
