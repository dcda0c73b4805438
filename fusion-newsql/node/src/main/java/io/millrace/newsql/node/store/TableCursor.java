package io.millrace.newsql.node.store;

import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** A walk of RocksDB's iterator between two bounds. <b>Threads.</b> One. <b>Ownership.</b> Has the iterator until {@link #close} gives it back to the snapshot. */
final class TableCursor implements StoreCursor {

    private enum State {
        BEFORE,
        AT,
        BEHIND,
        CLOSED
    }

    private final Tables tables;
    private final boolean backwards;
    private final TableIterator range;
    private final RocksIterator iterator;
    private State state = State.BEFORE;

    /** @param range taken */
    TableCursor(Tables tables, TableIterator range, boolean backwards) {
        this.tables = tables;
        this.range = range;
        this.iterator = range.iterator();
        this.backwards = backwards;
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

    /** One passage of the gate for all of them. */
    @Override
    public void forEachKey(KeyVisitor visitor) {
        if (state == State.BEHIND) {
            return;
        }
        int stripe = tables.enter();
        try {
            checkOpen();
            move();
            while (iterator.isValid()) {
                state = State.AT;
                if (!visitor.key(range.key())) {
                    return;
                }
                move();
            }
            state = State.BEHIND;
            iterator.status();
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
        if (state == State.CLOSED || range.isFreed()) {
            throw new StoreException(Reason.CLOSED, "the cursor is closed");
        }
    }

    /** A second close does nothing. */
    @Override
    public void close() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        int stripe;
        try {
            stripe = tables.enter();
        } catch (StoreException closedWithTheTables) {
            return;
        }
        try {
            range.snapshot().park(range);
        } finally {
            tables.leave(stripe);
        }
    }
}
