package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_BYTES;
import static io.millrace.queue.run.RunDescriptor.BLOCK_SHIFT;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The part of one run that a reader has in memory: consecutive blocks whose checksums were right. <b>Threads.</b> One. */
final class RunWindow implements AutoCloseable {
    /** Sizes of pages, so that released ones fit the next. */
    private static final int[] PAGE_BYTES = {16 << 10, 64 << 10, 256 << 10};

    private final PageArena arena;
    private final Duration patience;

    private @Nullable Run run;
    private @Nullable Page page;
    private ByteBuffer view = ByteBuffer.allocate(0);
    /** In the data; from a block's first byte to behind the last sound block. */
    private long startByte;

    private long endByte;
    /** Where the last read ended and how much was read ahead for it: the next one may go on from there. */
    private long expectedByte;

    private int aheadBytes;
    private long lastUse;

    RunWindow(PageArena arena, Duration patience) {
        this.arena = arena;
        this.patience = patience;
    }

    boolean isOf(Run other) {
        return run == other;
    }

    long lastUse() {
        return lastUse;
    }

    Run run() {
        Run of = run;
        if (of == null) {
            throw new IllegalStateException("window is of no run");
        }
        return of;
    }

    /** It serves this run now. */
    void use(Run other, long clock) {
        lastUse = clock;
        if (run != other) {
            run = other;
            startByte = 0;
            endByte = 0;
            expectedByte = -1;
            aheadBytes = 0;
        }
    }

    /** A read begins; one that goes on where the last ended, or soon behind, will want what follows. */
    void approach(long from, int aheadFirst, int aheadMax) {
        boolean follows = expectedByte >= 0 && from >= expectedByte - BLOCK_BYTES && from <= expectedByte + aheadFirst;
        if (!follows) {
            aheadBytes = 0;
        } else if (from >= endByte - BLOCK_BYTES) {
            aheadBytes = Math.min(aheadMax, Math.max(aheadFirst, 2 * aheadBytes));
        }
    }

    /** A read has ended. */
    void leave(long at) {
        expectedByte = at;
    }

    boolean holds(long from, long to) {
        return from >= startByte && to <= endByte;
    }

    long endByte() {
        return endByte;
    }

    int index(long at) {
        return (int) (at - startByte);
    }

    Page page() {
        Page held = page;
        if (held == null) {
            throw new IllegalStateException("window is empty");
        }
        return held;
    }

    /** Reads the blocks of {@code [from, to)} and, for a reader that goes on, some behind them. Ends before the first damaged one. */
    void load(long from, long to) {
        Run of = run();
        long first = from >>> BLOCK_SHIFT;
        long needed = to - 1 >>> BLOCK_SHIFT;
        long ahead = from + Math.max(1, aheadBytes) - 1 >>> BLOCK_SHIFT; // at byte 0 there is none before it
        long last = Math.min(of.blocks() - 1, Math.max(needed, ahead));
        try {
            load(of, first, last);
        } catch (QueueException e) {
            if (last == first || e.reason() != Reason.IO) {
                throw e;
            }
            load(of, first, first); // what the device can still give
        }
    }

    private void load(Run of, long first, long last) {
        int blocks = Math.toIntExact(last - first + 1);
        makeRoom(blocks * BLOCK_BYTES);
        startByte = first << BLOCK_SHIFT;
        endByte = startByte;
        of.readBlocks(view, 0, first, blocks);
        for (int i = 0; i < blocks && of.isSound(page().buffer(), i << BLOCK_SHIFT, first + i); i++) {
            endByte += BLOCK_BYTES;
        }
    }

    private void makeRoom(int bytes) {
        Page held = page;
        int roomy = PAGE_BYTES[PAGE_BYTES.length - 1];
        if (held != null
                && held.refCount() == 1
                && held.capacity() >= bytes
                && held.capacity() <= Math.max(bytes, roomy)) {
            return;
        }
        if (held != null) {
            page = null;
            held.release();
        }
        endByte = startByte;
        Page taken = arena.acquire(pageBytes(bytes), patience);
        page = taken;
        view = taken.buffer().duplicate();
    }

    private static int pageBytes(int bytes) {
        for (int size : PAGE_BYTES) {
            if (bytes <= size) {
                return size;
            }
        }
        return (int) Math.min(PageArena.PAGE_BYTES_MAX, (long) bytes + PAGE_BYTES[1] - 1 & -PAGE_BYTES[1]);
    }

    @Override
    public void close() {
        Page held = page;
        page = null;
        run = null;
        if (held != null) {
            held.release();
        }
    }
}
