package io.millrace.newsql.node.store;

import io.millrace.newsql.node.KeySpace;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** How keys are hashed and compared in the cache of values: eight bytes at a time, the same for bytes of a heap, a direct and a shared buffer. Indexes of buffers are not moved. */
final class CachedKey {

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private CachedKey() {}

    /** Of the readable bytes. Not 0. */
    static long hash(KeySpace space, ByteBuffer key) {
        int at = key.position();
        int end = key.limit();
        long hash = mixed(FACTOR + space.number(), end - at);
        for (; end - at >= Long.BYTES; at += Long.BYTES) {
            hash = mixed(hash, (long) LONGS.get(key, at));
        }
        long rest = 0;
        for (; at < end; at++) {
            rest = rest << Byte.SIZE | key.get(at) & 0xFF;
        }
        hash = mixed(hash, rest);
        return hash == 0 ? FACTOR : hash;
    }

    private static long mixed(long hash, long next) {
        long product = (hash ^ next) * FACTOR;
        return product ^ product >>> 29;
    }

    /** Whether the readable bytes are those at an index of another buffer, which has as many. */
    static boolean isAt(ByteBuffer other, int index, ByteBuffer key) {
        int from = key.position();
        int length = key.limit() - from;
        int i = 0;
        for (; length - i >= Long.BYTES; i += Long.BYTES) {
            if ((long) LONGS.get(key, from + i) != (long) LONGS.get(other, index + i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (key.get(from + i) != other.get(index + i)) {
                return false;
            }
        }
        return true;
    }
}
