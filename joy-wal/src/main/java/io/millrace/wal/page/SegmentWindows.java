package io.millrace.wal.page;

import io.millrace.memory.MemoryException;
import io.millrace.memory.Page;
import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.segment.Segment;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Opens windows on segments: the page if it is in memory, else checked groups from the file.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> {@link WalException} with {@code MEMORY} when there is no room, or too much is held already.
 */
public final class SegmentWindows implements AutoCloseable {

    private final SegmentPages pages;
    private final ColdSegments cold;
    private final ReadAhead readAhead = new ReadAhead();
    private final PinnedBytes pins;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /**
     * @param pinnedBytesMax the most that readers may hold
     */
    public SegmentWindows(SegmentPages pages, long pinnedBytesMax) {
        this.pages = pages;
        this.cold = new ColdSegments(pages);
        this.pins = new PinnedBytes(pinnedBytesMax);
    }

    /**
     * Gives: memory from {@code start} on; null if the segment has left the log.
     *
     * @param groupStart whether a group starts there; else it is looked for
     */
    @Nullable
    Window open(Segment segment, int start, boolean groupStart) {
        Window there = find(segment);
        if (there != null || segment.isRetired()) {
            return there;
        }
        misses.increment();
        try {
            return groupStart ? cold.ahead(segment, start) : cold.around(segment, start);
        } catch (MemoryException e) {
            throw noRoom(segment, e);
        }
    }

    /** Begins to open the window on the group that starts at {@code start}; null if there is nothing to read. The reader takes or abandons it. */
    @Nullable
    WindowAhead ahead(Segment segment, int start) {
        if (start >= segment.limit() || segment.isInMemory() || segment.isRetired()) {
            return null;
        }
        WindowAhead window = new WindowAhead(segment.base() + start, () -> {
            Window opened = cold.early(segment, start);
            if (opened != null) {
                misses.increment();
            }
            return opened;
        });
        readAhead.open(window);
        return window;
    }

    private @Nullable Window find(Segment segment) {
        pins.hold(segment);
        Page page = pages.find(segment);
        if (page == null) {
            pins.letGo(segment);
            return null;
        }
        hits.increment();
        return new Window(page, segment.base(), segment.limit(), () -> pins.letGo(segment));
    }

    /** Gives: the whole segment in memory, checked if it had to be read; null if it has left the log. */
    public @Nullable PinnedPage pin(Segment segment) {
        pins.hold(segment);
        boolean pinned = false;
        try {
            Page page = pages.find(segment);
            if (page == null && !segment.isRetired()) {
                misses.increment();
                page = load(segment);
            }
            pinned = page != null;
            return page == null ? null : new PinnedPage(page, () -> pins.letGo(segment));
        } catch (MemoryException e) {
            throw noRoom(segment, e);
        } finally {
            if (!pinned) {
                pins.letGo(segment);
            }
        }
    }

    private Page load(Segment segment) {
        Page page = null;
        boolean checked = false;
        try {
            if (pages.isMapped()) {
                page = pages.map(segment.file());
                ColdSegments.check(segment, page);
            } else {
                page = pages.acquire();
                cold.readWhole(segment, page);
            }
            checked = true;
            return pages.keep(segment, page);
        } finally {
            if (page != null && !checked) {
                page.release();
            }
        }
    }

    private static WalException noRoom(Segment segment, MemoryException e) {
        return new WalException(
                Reason.MEMORY, "no memory to read with: segment=" + segment.file() + "; " + e.getMessage(), e);
    }

    /** Bytes of the segments that readers hold. */
    public long pinnedBytes() {
        return pins.pinned();
    }

    /** Windows that were in memory. */
    public long hits() {
        return hits.sum();
    }

    /** Windows that had to be read. */
    public long misses() {
        return misses.sum();
    }

    /** Closes what is open of a segment that left the log. */
    public void forget(Segment segment) throws IOException {
        cold.forget(segment);
    }

    @Override
    public void close() throws IOException {
        readAhead.close();
        cold.close();
    }
}
