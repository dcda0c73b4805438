package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_BYTES;
import static io.millrace.queue.run.RunDescriptor.BLOCK_SHIFT;

import io.millrace.memory.PageArena;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a thread keeps from one {@linkplain Run#read read} to the next: the blocks read last of a few runs, so that the next messages of the same or the next queue cost no
 * system call.
 *
 * <p><b>Ownership.</b> Takes at most one page of memory a window from the arena, 16 to 256 KB, more only for a larger message. A page that a {@link MessageSink} retained is
 * left to it and another is taken. <b>Threads.</b> One at a time. <b>Errors.</b> {@link io.millrace.memory.MemoryException} if the arena has no page in time.
 */
public final class RunReader implements AutoCloseable {
    /** What the first read of a series reads ahead. */
    private static final int AHEAD_FIRST = 64 << 10;

    private static final int WINDOW_MAX = 256 << 10;

    private static final long UNREADABLE = -1;

    private final RunWindow[] windows;
    private final int aheadMax;
    private long clock;

    // Of the read under way.
    private final RunExtent extent = new RunExtent();
    private RunWindow window;
    private long wanted;
    private long ordinal;
    private long at;
    private long needed;
    private @Nullable QueueException failure;

    private RunReader(PageArena arena, Duration patience, int windows, int aheadMax) {
        this.windows = new RunWindow[windows];
        this.aheadMax = aheadMax;
        for (int i = 0; i < windows; i++) {
            this.windows[i] = new RunWindow(arena, patience);
        }
        window = this.windows[0];
    }

    /**
     * A reader without memory yet.
     *
     * @param patience how long a read waits for memory
     * @param windows runs whose last blocks it keeps; at least 1
     * @param aheadMax bytes to read ahead at most for one that goes through a run in order; 0: never
     */
    public static RunReader create(PageArena arena, Duration patience, int windows, int aheadMax) {
        if (windows < 1 || aheadMax < 0 || aheadMax > WINDOW_MAX) {
            throw new IllegalArgumentException("reader of nothing: windows=" + windows + " (expected: >= 1), aheadMax="
                    + aheadMax + " (expected: 0 to " + WINDOW_MAX + ")");
        }
        return new RunReader(arena, patience, windows, aheadMax);
    }

    int read(Run run, int queueId, long offset, int maxMessages, int maxBytes, MessageSink sink) {
        if (!run.locate(queueId, extent) || !extent.holds(offset)) {
            return 0;
        }
        window = windowOf(run);
        RunIndex index = run.index();
        wanted = offset - extent.firstOffset();
        long last = Math.min(extent.count(), wanted + maxMessages);
        long block = index.floorBlock(extent, wanted);
        at = block < 0 ? extent.startByte() : index.startByte(block);
        ordinal = block < 0 ? 0 : index.ordinal(block);
        // What is read at once if anything is: skipped messages of a block, those wanted, and their lengths.
        long span = BLOCK_BYTES + (long) maxBytes + (long) maxMessages * Frames.LENGTH_BYTES_MAX;
        needed = Math.min(index.ceilingByte(extent, last), at + Math.min(span, WINDOW_MAX));
        window.approach(at, Math.min(AHEAD_FIRST, aheadMax), aheadMax);
        int given = read(last, maxBytes, sink);
        window.leave(at);
        return given;
    }

    private int read(long last, int maxBytes, MessageSink sink) {
        int given = 0;
        long bytes = 0;
        while (ordinal < last) {
            long header = lengthHere();
            if (header == UNREADABLE) {
                return orDamaged(given);
            }
            int value = (int) header;
            int length = Math.max(0, value - 1);
            long begin = at + (header >>> Integer.SIZE);
            if (begin + length > extent.endByte()) {
                throw malformed();
            }
            if (ordinal >= wanted) {
                if (given > 0 && bytes + length > maxBytes) {
                    return given;
                }
                if (!reaches(begin + length)) {
                    return orDamaged(given);
                }
                if (value == 0) {
                    sink.lost(extent.firstOffset() + ordinal);
                } else {
                    sink.accept(extent.firstOffset() + ordinal, window.page(), window.index(begin), length);
                }
                given++;
                bytes += length;
            }
            at = begin + length;
            ordinal++;
        }
        return given;
    }

    /** The length at the current message as {@link Frames#readLength} gives it, or {@link #UNREADABLE}. */
    private long lengthHere() {
        if (!reaches(at + 1)) {
            return UNREADABLE;
        }
        long header = lengthInWindow();
        if (header == Frames.CUT && window.endByte() < extent.endByte()) {
            if (!reaches(window.endByte() + 1)) {
                return UNREADABLE;
            }
            header = lengthInWindow();
        }
        if (header < 0) {
            throw malformed();
        }
        return header;
    }

    private long lengthInWindow() {
        return Frames.readLength(window.page().buffer(), window.index(at), window.index(window.endByte()));
    }

    /** Sees to it that the window goes from the current message to {@code to}; false if it cannot be read. */
    private boolean reaches(long to) {
        if (window.holds(at, to)) {
            return true;
        }
        failure = null;
        try {
            window.load(at, Math.max(to, needed));
            return window.holds(at, to);
        } catch (QueueException e) {
            failure = e;
            return false;
        }
    }

    /** The messages given so far are an answer; without any, why there are none is. */
    private int orDamaged(int given) {
        if (given > 0) {
            return given;
        }
        long offset = extent.firstOffset() + Math.max(ordinal, wanted);
        QueueException cause = failure;
        if (cause == null) {
            throw window.run().damaged(window.endByte() >>> BLOCK_SHIFT, extent.queueId(), offset);
        }
        throw new QueueException(
                cause.reason(),
                "message not readable: queue=" + extent.queueId() + ", offset=" + offset + "; " + cause.getMessage(),
                cause);
    }

    private RunWindow windowOf(Run run) {
        RunWindow oldest = windows[0];
        for (RunWindow window : windows) {
            if (window.isOf(run)) {
                window.use(run, ++clock);
                return window;
            }
            if (window.lastUse() < oldest.lastUse()) {
                oldest = window;
            }
        }
        oldest.use(run, ++clock);
        return oldest;
    }

    private QueueException malformed() {
        return new QueueException(
                Reason.CORRUPT,
                "message has no length: queue=" + extent.queueId() + ", offset=" + (extent.firstOffset() + ordinal)
                        + ", position=" + (at + BLOCK_BYTES) + ", file="
                        + window.run().path()
                        + "; run './millrace queue verify'");
    }

    /** Gives its memory back. */
    @Override
    public void close() {
        for (RunWindow window : windows) {
            window.close();
        }
    }
}
