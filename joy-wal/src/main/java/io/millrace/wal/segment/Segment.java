package io.millrace.wal.segment;

import io.millrace.memory.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * One use of one file of the log, and its page while it is in memory.
 *
 * <pre>
 *   first            written        sealed        published           tail       limit
 *   |------ in file ----|--- sealed ---|-- published --|-- being written --|---- free ----|
 * </pre>
 *
 * <p><b>Threads.</b> Appenders move the tail; one thread, the committer, moves published, sealed and written, in this order of size, and everybody may
 * read them. A file that is recycled gets a new object: appenders that still hold the old one find its tail beyond its limit.
 *
 * <p><b>Ownership.</b> The log holds one reference to the page until {@link #evict} or {@link #retire}; who reads takes one of its own by {@link #tryRetainPage}.
 */
public final class Segment {

    /** The tail stands alone on its cache lines, with the neighbour that a prefetch takes along. */
    private static final int TAIL = 16;

    private static final int TAIL_ARRAY = 2 * TAIL + 1;

    private final long number;
    private final SegmentGeometry geometry;
    private final int limit;
    private final long base;
    private final long epoch;
    private final SegmentFile file;
    private final AtomicLongArray tail = new AtomicLongArray(TAIL_ARRAY);

    private volatile @Nullable Page page;
    private volatile int published;
    private volatile int sealed;
    private volatile int written;
    private volatile long usedAt;
    private volatile boolean left;
    private volatile boolean abandoned;
    private volatile boolean retired;

    /** Pages that the log has let go of and readers may still hold. Guarded by itself. */
    private final List<Page> letGo = new ArrayList<>(1);

    /** A segment of which everything before {@code end} is published, sealed and in its file. Takes one reference of the page, if there is one. */
    public Segment(long number, SegmentGeometry geometry, long epoch, SegmentFile file, @Nullable Page page, int end) {
        this.number = number;
        this.geometry = geometry;
        this.limit = geometry.limit();
        this.base = geometry.baseOf(number);
        this.epoch = epoch;
        this.file = file;
        this.page = page;
        this.published = end;
        this.sealed = end;
        this.written = end;
        this.left = end == geometry.segmentBytes();
        tail.set(TAIL, end);
    }

    // ---- what it is ----

    public long number() {
        return number;
    }

    /** Position of the file's first byte. */
    public long base() {
        return base;
    }

    /** Index where records end and the last seal stands. */
    public int limit() {
        return limit;
    }

    /** Index behind the last byte. */
    public int bytes() {
        return geometry.segmentBytes();
    }

    public SegmentGeometry geometry() {
        return geometry;
    }

    public long epoch() {
        return epoch;
    }

    public SegmentFile file() {
        return file;
    }

    // ---- the tail ----

    /** Claims {@code bytes}; the claim holds if it ends at or before the limit. Returns where it begins. */
    public long claim(int bytes) {
        return tail.getAndAdd(TAIL, bytes);
    }

    /** Index behind the last claim that held; at most the limit. */
    public int tail() {
        return (int) Math.min(tail.get(TAIL), limit);
    }

    /** Lets no claim hold from here on; returns where the tail was, beyond the limit if the segment was full. */
    public long freeze() {
        return tail.getAndAdd(TAIL, 2L * geometry.segmentBytes());
    }

    /** Appenders go on at {@code index}: records up to there are published already and not yet sealed. Before the segment is shared. */
    public void resumeAt(int index) {
        tail.set(TAIL, index);
    }

    /** Whether a claim has gone beyond the limit: no later one holds. */
    public boolean isFull() {
        return tail.get(TAIL) > limit;
    }

    // ---- progress, moved by the committer ----

    /** Everything before this index is settled. */
    public int published() {
        return published;
    }

    public void published(int index) {
        published = index;
    }

    /** Everything before this index is sealed. */
    public int sealed() {
        return sealed;
    }

    public void sealed(int index) {
        sealed = index;
    }

    /** Everything before this index is in the file; of a mapped segment, all that is sealed. */
    public int written() {
        return written;
    }

    public void written(int index) {
        written = index;
    }

    /** Whether the last seal is in place: the segment never changes again. */
    public boolean isComplete() {
        return sealed == geometry.segmentBytes();
    }

    /** The committer is done with it, and touches its page no more. */
    public void leave() {
        left = true;
    }

    /** Whether the segment is sealed, in its file, and only read from here on: then its page may go. */
    public boolean isLeft() {
        return left;
    }

    // ---- the page ----

    /** Borrows: the page, for those who know that it is there, as appenders and the committer do. */
    public Page page() {
        Page there = page;
        if (there == null) {
            throw new IllegalStateException("segment is not in memory: " + this);
        }
        return there;
    }

    /** Gives: the page with a reference more, or null if it is not in memory or the segment left the log. */
    public @Nullable Page tryRetainPage() {
        Page there = page;
        if (there == null || !there.tryRetain()) {
            return null;
        }
        if (retired) {
            there.release();
            return null;
        }
        return there;
    }

    /** When the segment was last read, on a clock that counts reads of segments. */
    public long usedAt() {
        return usedAt;
    }

    public void usedAt(long use) {
        usedAt = use;
    }

    public boolean isInMemory() {
        return page != null;
    }

    /** Puts a page in memory again. Takes a reference of it. */
    public void restore(Page again) {
        page = again;
    }

    /** Lets go of the page: it goes once the last reader has released it. */
    public void evict() {
        Page there = page;
        page = null;
        if (there != null) {
            letGo(there);
        }
    }

    /** Takes: gives up the log's reference to a page of this segment. */
    void letGo(Page own) {
        synchronized (letGo) {
            letGo.removeIf(before -> before.refCount() == 0);
            letGo.add(own);
        }
        own.release();
    }

    /** Whether somebody but the log still holds memory of a retired segment, whose page {@link #retire} gave. */
    boolean hasReaders(@Nullable Page own) {
        synchronized (letGo) {
            return own != null && own.refCount() > 1 || letGo.stream().anyMatch(before -> before.refCount() > 0);
        }
    }

    /**
     * Takes the segment out of the log: no reader can take a reference from here on.
     *
     * @return gives the page with the log's reference, or null if it was not in memory
     */
    public @Nullable Page retire() {
        retired = true;
        Page there = page;
        page = null;
        return there;
    }

    /** Says that nobody will read the segment again: what is not in its file yet need not get there. */
    public void abandon() {
        abandoned = true;
    }

    public boolean isAbandoned() {
        return abandoned;
    }

    public boolean isRetired() {
        return retired;
    }

    @Override
    public String toString() {
        return "Segment[" + file.path() + ", published=" + published + ", sealed=" + sealed + "]";
    }
}
