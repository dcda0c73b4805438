package io.millrace.newsql.node.store;

import io.millrace.memory.PageArena;
import io.millrace.newsql.node.KeySpace;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Newest values of single keys that were read, in memory of our own: without a call of native code, and without the search through memtables that comes before all of RocksDB's caches. The oldest go first.
 *
 * <p><b>What it may say.</b> A value that is here is the newest. Before the writer applies a group it takes the group's keys out ({@link #drop}), and until it has ended ({@link #endChanges}) no value of their rings is added; one
 * that was read before that and is added after it is refused by its ticket. So nobody who has seen a commit sees older values here. A snapshot may take what was there at its position already.
 *
 * <p><b>Threads.</b> Reads and additions are safe, {@link #drop} and {@link #endChanges} are the writer's. <b>Memory.</b> Rings of one size, up to the bytes given, taken from the system as they fill; eight bytes of heap beside each 128.
 */
final class ValueCache implements AutoCloseable {

    /** No position is beyond it: for reads of the newest value. */
    static final long NEWEST = Long.MAX_VALUE;

    private static final int RINGS = 64;
    private static final int RING_BYTES_MIN = PageArena.PAGE_UNIT;
    private static final int RING_BYTES_MAX = 1 << 28;

    /** Longer keys are not kept. */
    private static final int KEY_BYTES_MAX = 1024;

    private final PageArena arena;
    private final ValueRing[] rings = new ValueRing[RINGS];
    private final BitSet changing = new BitSet(RINGS);
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /** @param bytesMax at least 64 pages of 4 KiB are taken */
    ValueCache(long bytesMax) {
        long share = Math.min(RING_BYTES_MAX, Math.max(RING_BYTES_MIN, bytesMax / RINGS));
        int ringBytes = (int) Long.highestOneBit(share);
        arena = PageArena.create((long) RINGS * ringBytes);
        for (int i = 0; i < RINGS; i++) {
            rings[i] = new ValueRing(arena.acquire(ringBytes, Duration.ZERO));
        }
    }

    /** Whether a key's value may be here. */
    static boolean takes(KeySpace space, int keyBytes) {
        return space != KeySpace.META && keyBytes <= KEY_BYTES_MAX;
    }

    ValueRing ring(long hash) {
        return rings[(int) hash & RINGS - 1];
    }

    /** As {@link ValueRing#get}, and counts. */
    byte @Nullable [] get(long hash, ByteBuffer key, long atMost) {
        byte[] value = ring(hash).get(hash, key, atMost);
        (value == null ? misses : hits).increment();
        return value;
    }

    /** As {@link ValueRing#read}, and counts. */
    int read(long hash, ByteBuffer key, ByteBuffer value, long atMost) {
        int length = ring(hash).read(hash, key, value, atMost);
        (length == ValueRing.UNKNOWN ? misses : hits).increment();
        return length;
    }

    /** Takes a key's value out, before a group is applied that changes it. */
    void drop(KeySpace space, byte[] key) {
        if (takes(space, key.length)) {
            ByteBuffer bytes = ByteBuffer.wrap(key);
            long hash = CachedKey.hash(space, bytes);
            changing.set((int) hash & RINGS - 1);
            ring(hash).drop(hash, bytes);
        }
    }

    /** The group whose keys were dropped was applied, or failed. */
    void endChanges() {
        for (int i = changing.nextSetBit(0); i >= 0; i = changing.nextSetBit(i + 1)) {
            rings[i].endChanges();
        }
        changing.clear();
    }

    long hits() {
        return hits.sum();
    }

    long misses() {
        return misses.sum();
    }

    /** When nobody is inside any more. */
    @Override
    public void close() {
        for (ValueRing ring : rings) {
            ring.close();
        }
        arena.close();
    }
}
