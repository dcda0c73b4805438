package io.millrace.newsql.node.store;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** A walk of RocksDB's iterator between two bounds. <b>Threads.</b> One. <b>Ownership.</b> Its native part goes with {@link #close}, or with the tables. */
final class TableCursor implements StoreCursor {

    private enum State {
        BEFORE,
        AT,
        BEHIND
    }

    private final Tables tables;
    private final boolean backwards;
    private final @Nullable Slice lower;
    private final @Nullable Slice upper;
    private final ReadOptions reads = new ReadOptions();
    private final RocksIterator iterator;
    private final AtomicBoolean freed = new AtomicBoolean();
    private State state = State.BEFORE;

    TableCursor(
            Tables tables,
            KeySpace space,
            Snapshot snapshot,
            byte @Nullable [] from,
            byte @Nullable [] to,
            boolean backwards) {
        this.tables = tables;
        this.backwards = backwards;
        this.lower = from == null ? null : new Slice(from);
        this.upper = to == null ? null : new Slice(to);
        reads.setSnapshot(snapshot);
        if (lower != null) {
            reads.setIterateLowerBound(lower);
        }
        if (upper != null) {
            reads.setIterateUpperBound(upper);
        }
        this.iterator = tables.database().newIterator(tables.family(space), reads);
    }

    @Override
    public boolean next() {
        if (state == State.BEHIND) {
            return false;
        }
        int stripe = tables.enter();
        try {
            checkOpen();
            move();
            state = iterator.isValid() ? State.AT : State.BEHIND;
            if (state == State.BEHIND) {
                iterator.status();
            }
            return state == State.AT;
        } catch (RocksDBException e) {
            throw RocksFailure.of(e, tables.directory());
        } finally {
            tables.leave(stripe);
        }
    }

    private void move() {
        if (state == State.AT) {
            if (backwards) {
                iterator.prev();
            } else {
                iterator.next();
            }
        } else if (backwards) {
            iterator.seekToLast();
        } else {
            iterator.seekToFirst();
        }
    }

    @Override
    public byte[] key() {
        int stripe = tables.enter();
        try {
            checkAt();
            return iterator.key();
        } finally {
            tables.leave(stripe);
        }
    }

    @Override
    public byte[] value() {
        int stripe = tables.enter();
        try {
            checkAt();
            return iterator.value();
        } finally {
            tables.leave(stripe);
        }
    }

    private void checkAt() {
        checkOpen();
        if (state != State.AT) {
            throw new IllegalStateException("cursor is at no entry: " + state + " (expected: after next() was true)");
        }
    }

    private void checkOpen() {
        if (freed.get()) {
            throw new StoreException(Reason.CLOSED, "the cursor is closed");
        }
    }

    /** A second close does nothing. */
    @Override
    public void close() {
        int stripe;
        try {
            stripe = tables.enter();
        } catch (StoreException closedWithTheTables) {
            return;
        }
        try {
            tables.takeBack(this);
            free();
        } finally {
            tables.leave(stripe);
        }
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
        }
    }
}
