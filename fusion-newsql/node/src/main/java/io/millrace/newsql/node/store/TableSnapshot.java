package io.millrace.newsql.node.store;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.newsql.node.StoreSnapshot;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.Snapshot;

/** A snapshot of RocksDB. <b>Ownership.</b> Its native part goes with {@link #close}, or with the tables. */
final class TableSnapshot implements StoreSnapshot {

    private final Tables tables;
    private final Snapshot snapshot;
    private final ReadOptions reads;
    private final AtomicBoolean freed = new AtomicBoolean();
    private volatile boolean closed;
    private volatile long position;

    /** Iterators of ranges that were walked, for the next ones; one a key space. */
    private final AtomicReferenceArray<@Nullable TableIterator> idle =
            new AtomicReferenceArray<>(KeySpace.values().length);

    /** @param position of the last commit that it holds, or {@link Tables#UNKNOWN} */
    TableSnapshot(Tables tables, Snapshot snapshot, long position) {
        this.tables = tables;
        this.snapshot = snapshot;
        this.position = position;
        this.reads = new ReadOptions().setSnapshot(snapshot);
    }

    /** Asked of the snapshot itself, once: what the writer does meanwhile cannot make it wrong. */
    @Override
    public long position() {
        checkOpen();
        if (position < 0) {
            position = tables.positionIn(reads);
        }
        return position;
    }

    @Override
    public byte @Nullable [] get(KeySpace space, byte[] key) {
        checkOpen();
        return tables.get(space, key, reads, position);
    }

    @Override
    public int read(KeySpace space, ByteBuffer key, ByteBuffer value) {
        checkOpen();
        return tables.read(space, key, value, reads, position);
    }

    @Override
    public List<byte @Nullable []> getAll(KeySpace space, List<byte[]> keys) {
        checkOpen();
        return tables.getAll(space, keys, reads, position);
    }

    @Override
    public StoreCursor scan(KeySpace space, byte @Nullable [] from, byte @Nullable [] to, boolean backwards) {
        checkOpen();
        int stripe = tables.enter();
        try {
            TableIterator iterator = TableIterator.fits(from, to) ? idle.getAndSet(space.number(), null) : null;
            if (iterator == null) {
                iterator = new TableIterator(tables, space, this, from, to);
                tables.lend(iterator);
            } else {
                iterator.moveTo(from, to);
            }
            return new TableCursor(tables, iterator, backwards);
        } finally {
            tables.leave(stripe);
        }
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** Takes an iterator whose range was walked. Inside of the gate. */
    void park(TableIterator iterator) {
        if (closed
                || !iterator.isReusable()
                || !idle.compareAndSet(iterator.space().number(), null, iterator)) {
            tables.takeBack(iterator);
            iterator.free();
        } else if (closed) {
            freeIdle();
        }
    }

    private void freeIdle() {
        for (int space = 0; space < idle.length(); space++) {
            TableIterator iterator = idle.getAndSet(space, null);
            if (iterator != null) {
                tables.takeBack(iterator);
                iterator.free();
            }
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new StoreException(Reason.CLOSED, "the snapshot is closed");
        }
    }

    /** A second close does nothing. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        int stripe;
        try {
            stripe = tables.enter();
        } catch (StoreException closedWithTheTables) {
            return;
        }
        try {
            tables.takeBack(this);
            freeIdle();
            free();
        } finally {
            tables.leave(stripe);
        }
    }

    void free() {
        if (freed.compareAndSet(false, true)) {
            reads.close();
            tables.database().releaseSnapshot(snapshot);
            snapshot.close();
        }
    }
}
