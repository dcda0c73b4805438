package io.millrace.testkit.disk;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory for mappings, used again: a test of many crashes would otherwise wait for the collector to free direct
 * buffers.
 */
final class DirectMemory {

    /** More than this is left to the collector. */
    private static final long KEPT_BYTES_MAX = 64L << 20;

    private static final Map<Integer, Deque<ByteBuffer>> KEPT = new HashMap<>();
    private static long keptBytes;

    private DirectMemory() {}

    /** Content undefined, aligned as a real mapping is. */
    static ByteBuffer take(int bytes) {
        synchronized (KEPT) {
            Deque<ByteBuffer> kept = KEPT.get(bytes);
            ByteBuffer buffer = kept == null ? null : kept.pollLast();
            if (buffer != null) {
                keptBytes -= bytes;
                return buffer;
            }
        }
        return ByteBuffer.allocateDirect(bytes + FileUnits.UNIT_BYTES)
                .alignedSlice(FileUnits.UNIT_BYTES)
                .slice(0, bytes);
    }

    static void give(ByteBuffer buffer) {
        synchronized (KEPT) {
            if (keptBytes + buffer.capacity() <= KEPT_BYTES_MAX) {
                keptBytes += buffer.capacity();
                KEPT.computeIfAbsent(buffer.capacity(), size -> new ArrayDeque<>())
                        .addLast(buffer);
            }
        }
    }
}
