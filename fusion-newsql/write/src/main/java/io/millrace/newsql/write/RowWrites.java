package io.millrace.newsql.write;

import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.row.TableLayout.Maintained;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.type.SqlErrors;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows of one table in a transaction, with the entries of its indexes. Locks come before what they protect is read: the row's key first, then the claims of unique
 * indexes in the order of the table's definition. One thread.
 */
final class RowWrites {

    /** A row that has the values of a unique key already. */
    record Duplicate(IndexKeys keys, byte[] rowKey) {}

    private final TableLayout layout;
    private final Transaction transaction;

    RowWrites(TableLayout layout, Transaction transaction) {
        this.layout = layout;
        this.transaction = transaction;
    }

    TableLayout layout() {
        return layout;
    }

    /** Locks the row and reads the newest; null if it is gone. */
    byte @Nullable [] lockAndRead(byte[] rowKey) {
        transaction.lock(Area.ROWS, rowKey, LockWait.WAIT);
        return transaction.newest(Area.ROWS, rowKey);
    }

    @Nullable
    Object[] decode(byte[] row) {
        @Nullable
        Object[] values = new @Nullable Object[layout.table().columns().size()];
        layout.rows().decode(row, values, 0, null);
        return values;
    }

    /** Inserts a row, unless a unique key has its values: then nothing was written, and the row that has them is locked. */
    @Nullable
    Duplicate insert(@Nullable Object[] values, byte[] rowKey) {
        if (lockAndRead(rowKey) != null) {
            return new Duplicate(
                    Objects.requireNonNull(layout.primary(), "numbers of rows are never given twice"), rowKey);
        }
        Duplicate duplicate = findClaimed(null, values);
        if (duplicate != null) {
            return duplicate;
        }
        write(rowKey, layout.rows().encode(values, 1));
        for (Maintained index : layout.maintained()) {
            putEntry(index, index.keys().entryKey(values, rowKey), values, rowKey);
        }
        return null;
    }

    /** The row that has one of the values that the new row claims and the old one does not. */
    private @Nullable Duplicate findClaimed(@Nullable Object @Nullable [] old, @Nullable Object[] values) {
        for (Maintained each : layout.maintained()) {
            IndexKeys index = each.keys();
            if (!each.takesEntries() || !index.isClaim(values)) {
                continue;
            }
            byte[] claim = index.entryKey(values, layout.prefix());
            if (old != null && index.isClaim(old) && Arrays.equals(claim, index.entryKey(old, layout.prefix()))) {
                continue;
            }
            transaction.lock(Area.ENTRIES, claim, LockWait.WAIT);
            byte[] entry = transaction.newest(Area.ENTRIES, claim);
            if (entry != null) {
                byte[] owner = index.rowKeyOf(claim, entry);
                transaction.lock(Area.ROWS, owner, LockWait.WAIT);
                return new Duplicate(index, owner);
            }
        }
        return null;
    }

    /** Changes a row that is locked. Nothing was written if a unique key has the new values. */
    @Nullable
    Duplicate update(byte[] rowKey, byte[] oldRow, @Nullable Object[] old, @Nullable Object[] values) {
        byte[] newKey = layout.primary() == null ? rowKey : layout.rowKey(values, 0);
        boolean moves = !Arrays.equals(rowKey, newKey);
        if (moves && lockAndRead(newKey) != null) {
            return new Duplicate(Objects.requireNonNull(layout.primary(), "rows with numbers do not move"), newKey);
        }
        Duplicate duplicate = findClaimed(old, values);
        if (duplicate != null) {
            return duplicate;
        }
        if (moves) {
            write(rowKey, null);
        }
        write(newKey, layout.rows().encode(values, layout.rows().rowVersion(oldRow) + 1));
        for (Maintained index : layout.maintained()) {
            byte[] before = index.keys().entryKey(old, rowKey);
            byte[] after = index.keys().entryKey(values, newKey);
            if (moves || !Arrays.equals(before, after)) {
                removeEntry(index, before, old, rowKey);
                putEntry(index, after, values, newKey);
            }
        }
        return null;
    }

    /** Removes a row that is locked. */
    void delete(byte[] rowKey, @Nullable Object[] old) {
        write(rowKey, null);
        for (Maintained index : layout.maintained()) {
            removeEntry(index, index.keys().entryKey(old, rowKey), old, rowKey);
        }
    }

    /** The error of a duplicate. */
    RuntimeException error(Duplicate duplicate, @Nullable Object[] values) {
        String table = layout.table().name();
        return SqlErrors.duplicate(
                duplicate.keys().describe(values),
                table + "." + duplicate.keys().index().name());
    }

    // ---- inside ----

    private void write(byte[] rowKey, byte @Nullable [] row) {
        transaction.write(Area.ROWS, layout.table().id(), layout.table().toldVersion(), rowKey, row);
    }

    private void putEntry(Maintained index, byte[] key, @Nullable Object[] values, byte[] rowKey) {
        if (index.takesEntries()) {
            IndexKeys keys = index.keys();
            byte[] value = keys.entryValue(key, values, rowKey);
            if (isRowsAlone(index, values)) {
                writeEntryOfRow(keys, key, value);
            } else {
                transaction.lock(Area.ENTRIES, key, LockWait.WAIT);
                writeEntry(keys, key, value);
            }
        }
    }

    /** Whether nobody writes the entry who has not locked the row: a claim is contended for, and an index that is being built is filled beside us. */
    private static boolean isRowsAlone(Maintained index, @Nullable Object[] values) {
        return index.building() == null && !index.keys().isClaim(values);
    }

    /** In an index that is being built the entry may be missing, and a claim of the same values another row's. */
    private void removeEntry(Maintained index, byte[] key, @Nullable Object[] values, byte[] rowKey) {
        IndexKeys keys = index.keys();
        if (isRowsAlone(index, values)) {
            writeEntryOfRow(keys, key, null);
            return;
        }
        transaction.lock(Area.ENTRIES, key, LockWait.WAIT);
        if (index.building() != null) {
            byte[] entry = transaction.newest(Area.ENTRIES, key);
            if (entry == null || !Arrays.equals(rowKey, keys.rowKeyOf(key, entry))) {
                return;
            }
        }
        writeEntry(keys, key, null);
    }

    private void writeEntryOfRow(IndexKeys keys, byte[] key, byte @Nullable [] value) {
        transaction.writeEntryOfRow(keys.index().id(), layout.table().version(), key, value);
    }

    private void writeEntry(IndexKeys keys, byte[] key, byte @Nullable [] value) {
        transaction.write(Area.ENTRIES, keys.index().id(), layout.table().version(), key, value);
    }
}
