package io.millrace.newsql.node.store;

import io.millrace.newsql.node.KeySpace;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractSlice;
import org.rocksdb.DirectSlice;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * RocksDB's iterator over a key space of a snapshot, with its bounds. Making one costs more than a short walk: one whose bounds fit serves range after range, since RocksDB looks at
 * the bounds where they lie.
 *
 * <p><b>Threads.</b> One at a time. <b>Ownership.</b> Its native part goes with {@link #free}; after that, every use is an error of ours.
 */
final class TableIterator {

    /** Of each bound of an iterator that serves several ranges; longer ones have an iterator of their own. */
    private static final int BOUND_BYTES_MAX = 512;

    /** Keys of a range that are longer are lent as arrays. */
    private static final int KEY_BYTES = 1024;

    private final KeySpace space;
    private final TableSnapshot snapshot;
    private final ReadOptions reads = new ReadOptions();
    private final @Nullable ByteBuf bounds;
    private final @Nullable ByteBuffer key;
    private final @Nullable AbstractSlice<?> lower;
    private final @Nullable AbstractSlice<?> upper;
    private final RocksIterator iterator;
    private final AtomicBoolean freed = new AtomicBoolean();

    TableIterator(Tables tables, KeySpace space, TableSnapshot snapshot, byte @Nullable [] from, byte @Nullable [] to) {
        this.space = space;
        this.snapshot = snapshot;
        if (fits(from, to)) {
            ByteBuf memory = PooledByteBufAllocator.DEFAULT.directBuffer(2 * BOUND_BYTES_MAX + KEY_BYTES);
            this.bounds = memory;
            this.key = memory.internalNioBuffer(2 * BOUND_BYTES_MAX, KEY_BYTES).slice();
            this.lower =
                    new DirectSlice(memory.internalNioBuffer(0, BOUND_BYTES_MAX).slice(), BOUND_BYTES_MAX);
            this.upper = new DirectSlice(
                    memory.internalNioBuffer(BOUND_BYTES_MAX, BOUND_BYTES_MAX).slice(), BOUND_BYTES_MAX);
            moveTo(from, to);
        } else {
            this.bounds = null;
            this.key = null;
            this.lower = from == null ? null : new Slice(from);
            this.upper = to == null ? null : new Slice(to);
        }
        reads.setSnapshot(snapshot.snapshot());
        if (lower != null) {
            reads.setIterateLowerBound(lower);
        }
        if (upper != null) {
            reads.setIterateUpperBound(upper);
        }
        this.iterator = tables.database().newIterator(tables.family(space), reads);
    }

    /** Whether an iterator of such bounds can serve others, or be served by one that is there. */
    static boolean fits(byte @Nullable [] from, byte @Nullable [] to) {
        return to != null && to.length <= BOUND_BYTES_MAX && (from == null || from.length <= BOUND_BYTES_MAX);
    }

    boolean isReusable() {
        return bounds != null;
    }

    /** Puts other bounds in the place of those there; the next seek goes by them. For bounds that {@link #fits fit}. */
    void moveTo(byte @Nullable [] from, byte @Nullable [] to) {
        ByteBuf memory = bounds;
        if (memory == null
                || to == null
                || !(lower instanceof DirectSlice low)
                || !(upper instanceof DirectSlice high)) {
            throw new IllegalStateException("bounds do not fit");
        }
        // Every key is behind an empty one.
        int fromLength = from == null ? 0 : from.length;
        if (from != null) {
            memory.setBytes(0, from);
        }
        memory.setBytes(BOUND_BYTES_MAX, to);
        low.setLength(fromLength);
        high.setLength(to.length);
    }

    KeySpace space() {
        return space;
    }

    TableSnapshot snapshot() {
        return snapshot;
    }

    RocksIterator iterator() {
        return iterator;
    }

    /** Lends the key where the iterator is, until it moves or is freed. */
    ByteBuffer key() {
        ByteBuffer room = key;
        if (room == null) {
            return ByteBuffer.wrap(iterator.key());
        }
        room.clear();
        return iterator.key(room) <= KEY_BYTES ? room : ByteBuffer.wrap(iterator.key());
    }

    boolean isFreed() {
        return freed.get();
    }

    void free() {
        if (freed.compareAndSet(false, true)) {
            iterator.close();
            reads.close();
            if (lower != null) {
                lower.close();
            }
            if (upper != null) {
                upper.close();
            }
            if (bounds != null) {
                bounds.release();
            }
        }
    }
}
