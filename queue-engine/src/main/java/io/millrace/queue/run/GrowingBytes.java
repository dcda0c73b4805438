package io.millrace.queue.run;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes outside of the heap that grow at their end, page by page, little endian; for what is counted while a run is made.
 *
 * <p><b>Ownership.</b> Takes pages from the arena, gives them back when it is closed. <b>Threads.</b> One. <b>Errors.</b>
 * {@link io.millrace.memory.MemoryException} if the arena has no more.
 */
public final class GrowingBytes implements AutoCloseable {
    private static final int CHUNK_SHIFT = 16;
    private static final int CHUNK_BYTES = 1 << CHUNK_SHIFT;

    private final PageArena arena;
    private final Duration patience;
    private final List<Page> chunks = new ArrayList<>();
    private ByteBuffer last = ByteBuffer.allocate(0);
    private int size;
    private int room;

    /** Takes no memory yet. */
    public GrowingBytes(PageArena arena, Duration patience) {
        this.arena = arena;
        this.patience = patience;
    }

    /** Bytes. */
    public int size() {
        return size;
    }

    /** Appends the lowest bytes of a number, lowest first. */
    void put(long value, int width) {
        long left = value;
        for (int i = 0; i < width; i++) {
            int at = take(1);
            last.put(at, (byte) left);
            left >>>= Byte.SIZE;
        }
    }

    /** Appends four bytes; the size must be a multiple of four. */
    public void putInt(int value) {
        int at = take(Integer.BYTES);
        last.putInt(at, value);
    }

    /** Appends eight bytes; the size must be a multiple of eight. */
    public void putLong(long value) {
        int at = take(Long.BYTES);
        last.putLong(at, value);
    }

    /** Where so many bytes go; {@code last} may be another page afterwards. */
    private int take(int bytes) {
        if (room == 0) {
            grow();
        }
        room -= bytes;
        int at = size & CHUNK_BYTES - 1;
        size += bytes;
        return at;
    }

    private void grow() {
        if (size > RunDescriptor.INDEX_BYTES_MAX - CHUNK_BYTES) {
            throw new IllegalStateException("index is too large: bytes=" + size + " (expected: < "
                    + RunDescriptor.INDEX_BYTES_MAX + "); make more runs of fewer messages");
        }
        Page chunk = arena.acquire(CHUNK_BYTES, patience);
        chunks.add(chunk);
        last = chunk.buffer();
        room = CHUNK_BYTES;
    }

    /** Reads four bytes. */
    int getInt(int index) {
        return chunks.get(index >>> CHUNK_SHIFT).buffer().getInt(index & CHUNK_BYTES - 1);
    }

    /** Reads eight bytes. */
    public long getLong(int index) {
        return chunks.get(index >>> CHUNK_SHIFT).buffer().getLong(index & CHUNK_BYTES - 1);
    }

    /** Copies all of it. */
    void copyTo(Page to, int index) {
        int left = size;
        int at = index;
        for (Page chunk : chunks) {
            int step = Math.min(left, CHUNK_BYTES);
            to.buffer().put(at, chunk.buffer(), 0, step);
            at += step;
            left -= step;
        }
    }

    @Override
    public void close() {
        chunks.forEach(Page::release);
        chunks.clear();
        room = 0;
    }
}
