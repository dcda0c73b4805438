package io.millrace.newsql.transaction;

import io.millrace.newsql.storage.Storage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Begins transactions on a storage, and has the locks that they share. <b>Threads.</b> Safe. */
public final class Transactions {

    private final Storage storage;
    private final RowLocks locks = new RowLocks();
    private final CommitLine commitLine;
    private final AtomicLong lastId = new AtomicLong(System.currentTimeMillis() << 20);
    private final LongAdder open = new LongAdder();
    private final long bytesMax;

    /** @param bytesMax what one transaction's writes may hold in memory before 1197 */
    public Transactions(Storage storage, long bytesMax) {
        this.storage = storage;
        this.bytesMax = bytesMax;
        this.commitLine = new CommitLine(storage);
    }

    /** Gives: to be ended by commit or rollback. Costs nothing until it reads or writes. */
    public Transaction begin(Isolation isolation, long lockTimeoutNanos) {
        open.increment();
        return new Transaction(this, nextNumber(), isolation, lockTimeoutNanos);
    }

    /** A number for a transaction, above those that were given before. */
    public long nextNumber() {
        return lastId.incrementAndGet();
    }

    public long openCount() {
        return open.sum();
    }

    public int lockCount() {
        return locks.size();
    }

    Storage storage() {
        return storage;
    }

    CommitLine commitLine() {
        return commitLine;
    }

    RowLocks locks() {
        return locks;
    }

    long bytesMax() {
        return bytesMax;
    }

    void ended() {
        open.decrement();
    }
}
