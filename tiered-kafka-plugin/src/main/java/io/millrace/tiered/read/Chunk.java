package io.millrace.tiered.read;

import io.millrace.tiered.disk.AlignedBuffer;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A chunk in memory whose checksum holds. Its bytes do not change while it is retained.
 *
 * <p><b>Ownership.</b> Counted: made with one owner; each {@link #retain} adds one, each {@link #release} takes one away, the last one gives the memory back. <b>Threads.</b> Safe.
 */
final class Chunk {

    private final ChunkKey key;
    private final AlignedBuffer buffer;
    private final ByteBuffer bytes;
    private final int memoryBytes;
    private final AtomicInteger owners = new AtomicInteger(1);

    /** Takes the buffer. */
    Chunk(ChunkKey key, AlignedBuffer buffer, int length) {
        this.key = key;
        this.buffer = buffer;
        this.bytes = buffer.bytes().limit(length).slice();
        this.memoryBytes = buffer.bytes().capacity();
    }

    ChunkKey key() {
        return key;
    }

    /** Bytes in it. */
    int length() {
        return bytes.capacity();
    }

    /** Bytes of memory that it takes. */
    int memoryBytes() {
        return memoryBytes;
    }

    /** Copies bytes out. */
    void get(int index, byte[] to, int offset, int length) {
        assert owners.get() > 0 : "chunk is released: " + key;
        bytes.get(index, to, offset, length);
    }

    Chunk retain() {
        int before = owners.getAndIncrement();
        assert before > 0 : "chunk is released: " + key;
        return this;
    }

    void release() {
        int left = owners.decrementAndGet();
        assert left >= 0 : "chunk is released twice: " + key;
        if (left == 0) {
            buffer.close();
        }
    }
}
