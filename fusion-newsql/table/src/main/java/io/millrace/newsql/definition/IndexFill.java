package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.storage.EntryCursor;
import io.millrace.newsql.storage.StorageSnapshot;
import io.millrace.newsql.transaction.Isolation;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Gives the rows of a table their entries in an index that is WRITE_ONLY, while others read and write the table.
 *
 * <p>Small transactions take rows in the order of their keys, lock each as any writer does, read it again and write its entry: what comes later keeps the entry up itself.
 * A batch takes only locks that are free, since who waits with many locks in its hands makes deadlocks for others; rows that were passed over come one at a time, each
 * waited for with nothing else in hand. How far it is, the catalog knows after each batch; rows that are done again after a crash find their entries. One use, one thread.
 */
final class IndexFill {

    private static final int BATCH = 500;
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final SharedTables shared;
    private final TableInfo table;
    private final TableLayout layout;
    private final IndexKeys keys;
    private final IndexInfo index;
    private final OnlineIndexes.Builder builder;
    private final @Nullable Object[] row;
    private long done;

    IndexFill(SharedTables shared, TableInfo table, IndexInfo index, OnlineIndexes.Builder builder) {
        this.shared = shared;
        this.table = table;
        this.layout = new TableLayout(table);
        this.keys = layout.keysOf(index);
        this.index = index;
        this.builder = builder;
        this.row = new @Nullable Object[table.columns().size()];
    }

    /** @throws SqlException 1062 for a duplicate, 1317 if it is to give up */
    void run() {
        try {
            byte[] last = shared.catalog().buildProgress(index.id());
            while (true) {
                List<byte[]> rowKeys = next(last == null ? layout.prefix() : Arrays.copyOf(last, last.length + 1));
                if (rowKeys.isEmpty()) {
                    return;
                }
                fill(rowKeys);
                last = rowKeys.get(rowKeys.size() - 1);
                shared.catalog().saveBuildProgress(index.id(), last);
                done += rowKeys.size();
                shared.showProgress(table, index.id(), index.name(), done);
            }
        } finally {
            shared.endProgress(index.id());
        }
    }

    private List<byte[]> next(byte[] from) {
        List<byte[]> rowKeys = new ArrayList<>(BATCH);
        try (StorageSnapshot snapshot = shared.storage().snapshot();
                EntryCursor cursor = snapshot.scan(Area.ROWS, from, IndexKeys.behind(layout.prefix()), false)) {
            while (rowKeys.size() < BATCH && cursor.next()) {
                rowKeys.add(cursor.key());
            }
        }
        return rowKeys;
    }

    private void fill(List<byte[]> rowKeys) {
        List<byte[]> busy = new ArrayList<>();
        Transaction transaction =
                begin(TimeUnit.SECONDS.toNanos(builder.lockWaitSeconds())); // locks are not waited for
        boolean ended = false;
        try {
            for (byte[] rowKey : rowKeys) {
                if (!transaction.lock(Area.ROWS, rowKey, LockWait.SKIP_LOCKED) || !put(transaction, rowKey)) {
                    busy.add(rowKey);
                }
            }
            ended = true;
            transaction.commit();
        } finally {
            if (!ended) {
                transaction.rollback();
            }
        }
        busy.forEach(this::fillBusy);
    }

    private Transaction begin(long waitNanos) {
        checkCancelled();
        return shared.transactions().begin(Isolation.READ_COMMITTED, waitNanos);
    }

    private void checkCancelled() {
        if (builder.isCancelled()) {
            throw SqlErrors.interrupted();
        }
    }

    /** Waits for the row with nothing in hand, and for its entry not at all: it lets go of the row and comes again. */
    private void fillBusy(byte[] rowKey) {
        while (true) {
            Transaction transaction = begin(WAIT_NANOS);
            boolean ended = false;
            try {
                transaction.lock(Area.ROWS, rowKey, LockWait.WAIT);
                if (put(transaction, rowKey)) {
                    ended = true;
                    transaction.commit();
                    return;
                }
            } catch (SqlException e) {
                if (e.code() != SqlErrors.LOCK_TIMEOUT) {
                    throw e;
                }
            } finally {
                if (!ended) {
                    transaction.rollback();
                }
            }
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }

    /** Writes the entry of a row that is locked, if it needs one. @return false if the entry is locked */
    private boolean put(Transaction transaction, byte[] rowKey) {
        byte[] newest = transaction.newest(Area.ROWS, rowKey);
        if (newest == null) {
            return true;
        }
        layout.rows().decode(newest, row, 0, null);
        byte[] key = keys.entryKey(row, rowKey);
        if (!transaction.lock(Area.ENTRIES, key, LockWait.SKIP_LOCKED)) {
            return false;
        }
        byte[] entry = transaction.newest(Area.ENTRIES, key);
        if (entry == null) {
            transaction.write(Area.ENTRIES, index.id(), table.version(), key, keys.entryValue(row, rowKey));
        } else if (!Arrays.equals(rowKey, keys.rowKeyOf(key, entry))) {
            throw SqlErrors.duplicate(keys.describe(row), table.name() + "." + index.name());
        }
        return true;
    }
}
