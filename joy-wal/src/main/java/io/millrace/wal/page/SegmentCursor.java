package io.millrace.wal.page;

import io.millrace.memory.Page;
import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.WalRecord;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentTable;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Walks records from segment to segment, through windows of memory.
 *
 * <p><b>Threads.</b> One. <b>Ownership.</b> Holds a reference of its window's page until it moves on or is closed.
 */
public final class SegmentCursor implements AutoCloseable {

    /** Between looks at the tail; who wants less latency spins on {@link #next()}. */
    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final SegmentTable table;
    private final SegmentWindows windows;
    private @Nullable Window window;
    private @Nullable WindowAhead ahead;
    private @Nullable ByteBuf view;
    private Page page;
    private int at;
    private int end;
    private long shift;
    private long position;
    private int header;
    private int index;
    private boolean closed;

    /** Starts at a position between records, or in front of the first. */
    @SuppressWarnings("NullAway") // the page is there whenever at < end
    public SegmentCursor(SegmentTable table, SegmentWindows windows, long position) {
        this.table = table;
        this.windows = windows;
        this.shift = position;
    }

    /** Moves to the next record of a caller; false at the tail. The loop that every record read passes. */
    public boolean next() {
        while (true) {
            int place = at;
            if (place < end) {
                int found = page.getIntAcquire(place);
                if (!RecordDescriptor.isPublished(found)) {
                    return false;
                }
                at = place + RecordDescriptor.step(found);
                if (WalRecord.isUser(found)) {
                    header = found;
                    position = shift + place;
                    index = place + WalRecord.headerLength();
                    return true;
                }
            } else if (!moveOn()) {
                return false;
            }
        }
    }

    /** Moves to the next record, waiting for it. */
    public boolean next(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!next()) {
            long left = deadline - System.nanoTime();
            if (left <= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(this, Math.min(left, POLL_NANOS));
        }
        return true;
    }

    private boolean moveOn() {
        if (closed) {
            throw new IllegalStateException("reader is closed");
        }
        long from = nextPosition();
        Segment segment = table.find(table.first().geometry().numberOf(from));
        if (segment != null && from >= segment.base() + segment.limit()) {
            from = segment.base() + segment.bytes();
            segment = table.find(segment.number() + 1);
        }
        if (segment == null) {
            return refuseOrWait(from);
        }
        int start =
                Math.max(segment.geometry().indexOf(from), segment.geometry().first());
        // Windows end between groups, and the first group starts behind the header.
        boolean groupStart = window != null || start == segment.geometry().first();
        Window next = takeAhead(segment.base() + start);
        if (next == null) {
            next = windows.open(segment, start, groupStart);
        }
        if (next == null) {
            return refuseOrWait(from);
        }
        boolean catchesUp = window != null && next.shift() != segment.base();
        letGo();
        window = next;
        page = next.page();
        shift = next.shift();
        at = (int) (segment.base() + start - shift);
        end = next.end();
        if (catchesUp) {
            ahead = windows.ahead(segment, (int) (shift + end - segment.base()));
        }
        return true;
    }

    private @Nullable Window takeAhead(long from) {
        WindowAhead there = ahead;
        ahead = null;
        if (there == null) {
            return null;
        }
        if (there.position() == from) {
            return there.take();
        }
        there.abandon();
        return null;
    }

    private boolean refuseOrWait(long from) {
        if (from < table.first().base()) {
            throw new WalException(
                    Reason.NO_RECORD,
                    "log was truncated: position=" + from + " (start: "
                            + table.first().base() + ")");
        }
        return false;
    }

    public long position() {
        return position;
    }

    public int type() {
        return WalRecord.type(header);
    }

    public int length() {
        return WalRecord.length(header);
    }

    public Page page() {
        return page;
    }

    public int index() {
        return index;
    }

    /** Borrows: the payload. */
    public ByteBuf record() {
        ByteBuf whole = view;
        if (whole == null) {
            whole = page.slice(0, page.capacity());
            view = whole;
        }
        return whole.setIndex(index, index + length());
    }

    public long nextPosition() {
        return shift + at;
    }

    private void letGo() {
        if (view != null) {
            view.release();
            view = null;
        }
        if (window != null) {
            window.close();
            window = null;
        }
    }

    @Override
    public void close() {
        if (!closed) {
            shift = nextPosition();
            at = 0;
            end = 0;
            closed = true;
            if (ahead != null) {
                ahead.abandon();
                ahead = null;
            }
            letGo();
        }
    }
}
