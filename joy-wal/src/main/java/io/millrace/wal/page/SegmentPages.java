package io.millrace.wal.page;

import io.millrace.memory.MemoryException;
import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.segment.PageSource;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentFile;
import io.millrace.wal.segment.SegmentTable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The log's share of the memory: at most so many segments at once, the ones being appended to and prepared before all others.
 *
 * <p>Sealed segments stay as long as nobody needs their room. Who goes first is the one used least recently, counted from the tail: a segment that is
 * one segment older than another must have been used {@link #TAIL_WEIGHT} uses later to outlive it. Readers of a log are mostly near its tail.
 *
 * <p><b>Threads.</b> Safe.
 */
public final class SegmentPages implements PageSource {

    /** Uses of any segment that one segment of distance from the tail outweighs. */
    private static final long TAIL_WEIGHT = 2;

    /** A group of common records, and a large one. */
    private static final int SPARE_BYTES = 256 << 10;

    /** What reading ahead leaves to those who must read now, or a quarter of all memory if that is less. */
    private static final long SPARE_LEFT_BYTES = 4 << 20;

    private final PageArena arena;
    private final StorageFiles files;
    private final int segmentBytes;
    private final boolean mapped;
    private final int residentMax;
    private Supplier<List<Segment>> segments = List::of;
    private long uses; // guarded by this

    /**
     * Pages of {@code segmentBytes} from the arena, or mappings.
     *
     * @param residentMax the most segments of the log in memory, beside those prepared
     */
    public SegmentPages(PageArena arena, StorageFiles files, int segmentBytes, boolean mapped, int residentMax) {
        this.arena = arena;
        this.files = files;
        this.segmentBytes = segmentBytes;
        this.mapped = mapped;
        this.residentMax = residentMax;
    }

    /** The segments that may be let go of; before there are threads. */
    public void evictFrom(SegmentTable table) {
        segments = table::all;
    }

    @Override
    public Page acquire() {
        return acquire(segmentBytes);
    }

    @Override
    public Page acquireForAppends() {
        Page spare = acquire(Math.min(SPARE_BYTES, segmentBytes));
        try {
            return acquire();
        } finally {
            spare.release();
        }
    }

    /** Gives a page of another size, for groups that are read. */
    Page acquire(int bytes) {
        makeRoom();
        while (true) {
            Page page = arena.tryAcquire(bytes);
            if (page != null) {
                return page;
            }
            if (!evictOne()) {
                return arena.acquire(bytes, Duration.ZERO);
            }
        }
    }

    /** Gives a page of which others need not know: nobody waits for it, and room for the windows of other readers is left. Null if there is none. */
    @Nullable
    Page acquireSpare(int bytes) {
        return hasSpare(bytes) || evictOne() && hasSpare(bytes) ? arena.tryAcquire(bytes) : null;
    }

    private boolean hasSpare(int bytes) {
        long left = Math.min(SPARE_LEFT_BYTES, arena.budgetBytes() / 4);
        return arena.budgetBytes() - arena.usedBytes() >= bytes + left;
    }

    @Override
    public Page map(SegmentFile file) {
        makeRoom();
        while (true) {
            try {
                return arena.map(files, channelOf(file), 0, segmentBytes, Duration.ZERO);
            } catch (MemoryException e) {
                if (e.reason() != MemoryException.Reason.BUDGET || !evictOne()) {
                    throw e;
                }
            }
        }
    }

    private static FileChannel channelOf(SegmentFile file) {
        try {
            return file.channel();
        } catch (IOException e) {
            throw new WalException(Reason.IO, "segment cannot be mapped: file=" + file, e);
        }
    }

    /** Gives: the page just read, or the one that another thread has kept of the same segment meanwhile. Takes {@code page}. */
    synchronized Page keep(Segment segment, Page page) {
        Page there = segment.tryRetainPage();
        if (there != null) {
            page.release();
            return there;
        }
        if (!segment.isRetired()) {
            segment.restore(page.retain());
        }
        use(segment);
        return page;
    }

    private void makeRoom() {
        while (inMemory() >= residentMax && evictOne()) {
            // as many as are too many
        }
    }

    private long inMemory() {
        return segments.get().stream().filter(Segment::isInMemory).count();
    }

    /** Whether pages are files. */
    public boolean isMapped() {
        return mapped;
    }

    /** Takes note that a segment is read. */
    public synchronized void use(Segment segment) {
        segment.usedAt(++uses);
    }

    private synchronized boolean evictOne() {
        Segment victim = null;
        long least = Long.MAX_VALUE;
        List<Segment> all = segments.get();
        for (Segment segment : all) {
            long worth = segment.usedAt() + TAIL_WEIGHT * segment.number();
            if (isEvictable(segment) && worth < least) {
                victim = segment;
                least = worth;
            }
        }
        if (victim == null) {
            return false;
        }
        victim.evict();
        return true;
    }

    private static boolean isEvictable(Segment segment) {
        return segment.isInMemory() && segment.isLeft();
    }

    /** Gives the page of a segment if it is in memory. */
    public @Nullable Page find(Segment segment) {
        Page page = segment.tryRetainPage();
        if (page != null) {
            use(segment);
        }
        return page;
    }
}
