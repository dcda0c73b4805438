package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.RowLock;
import io.millrace.newsql.plan.TableLevel;
import io.millrace.newsql.plan.VirtualRows;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.storage.EntryCursor;
import io.millrace.newsql.transaction.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one level into the frame's slots. One thread. Must be closed. */
final class TableCursor implements LevelCursor {

    /** Entries of an index whose rows are fetched together. */
    private static final int BATCH = 64;

    private final TableLevel level;
    private final Execution execution;
    private final Frame frame;
    private final @Nullable TableLayout layout;
    private final @Nullable RowLock lock;
    private final @Nullable Iterator<@Nullable Object[]> virtual;
    private final Iterator<KeyRange> ranges;
    private final boolean decided;

    /** The index whose entries hold all that is wanted; null where rows are read. */
    private final @Nullable IndexKeys covering;

    private @Nullable EntryCursor cursor;
    private final List<byte[]> rowKeys = new ArrayList<>();
    private List<byte @Nullable []> rows = List.of();
    private int at;
    private byte @Nullable [] rowKey;
    private byte[] row = {};
    private byte[] entryKey = {};
    private byte[] entryValue = {};
    private int batch = 4;

    TableCursor(TableLevel level, Execution execution, Frame frame) {
        this.level = level;
        this.execution = execution;
        this.frame = frame;
        this.layout = level.table().layout();
        this.lock = level.lock() == null ? execution.lock() : level.lock();
        VirtualRows made = level.table().rows();
        virtual = made == null ? null : made.make().iterator();
        KeyRanges all = layout == null ? null : KeyRanges.of(level.path(), layout, frame);
        decided = all != null && all.decided() && lock == null;
        covering = level.isCovered() && lock == null ? level.path().keys() : null;
        List<KeyRange> found = all == null ? List.of() : all.list();
        if (level.path().backwards() && found.size() > 1) {
            found = new ArrayList<>(found);
            Collections.reverse(found);
        }
        ranges = found.iterator();
    }

    @Override
    public boolean next() {
        if (virtual != null) {
            return nextVirtual(virtual);
        }
        if (covering != null) {
            return nextEntry(covering);
        }
        if (!nextRow()) {
            return false;
        }
        Objects.requireNonNull(layout, "a table is stored or virtual")
                .rows()
                .decode(row, frame.slots(), level.offset(), level.wanted());
        return true;
    }

    private boolean nextEntry(IndexKeys keys) {
        while (true) {
            EntryCursor open = cursor;
            if (open != null && open.next()) {
                execution.step();
                entry(keys, open.key(), open.value());
                return true;
            }
            close();
            if (!ranges.hasNext()) {
                return false;
            }
            KeyRange range = ranges.next();
            byte[] found = range.point() ? execution.view().get(Area.ENTRIES, range.from()) : null;
            if (found != null) {
                entry(keys, range.from(), found);
                return true;
            }
            if (!range.point()) {
                cursor = scan(Area.ENTRIES, range);
            }
        }
    }

    private void entry(IndexKeys keys, byte[] key, byte[] value) {
        entryKey = key;
        entryValue = value;
        rowKey = null;
        keys.decode(key, value, frame.slots(), level.offset());
    }

    private EntryCursor scan(Area area, KeyRange range) {
        return execution
                .view()
                .scan(area, range.from(), range.to(), level.path().backwards());
    }

    /** Goes to the next row, without reading its columns. */
    boolean nextRow() {
        while (nextStored()) {
            execution.step();
            if (lock == null || lockRow(lock)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public byte @Nullable [] rowKey(int place) {
        return layout != null && place == level.place() ? key() : null;
    }

    /** The key of the row; that of a walk over rows is fetched only if it is asked for. */
    private byte[] key() {
        byte[] known = rowKey;
        if (known == null) {
            known = covering != null
                    ? covering.rowKeyOf(entryKey, entryValue)
                    : Objects.requireNonNull(cursor, "a row of a walk").key();
            rowKey = known;
        }
        return known;
    }

    /** The row's bytes; lent until the next step. */
    byte[] row() {
        return row;
    }

    /** What is locked may have changed since the path led to it. */
    @Override
    public boolean decided() {
        return decided;
    }

    private boolean nextVirtual(Iterator<@Nullable Object[]> made) {
        if (!made.hasNext()) {
            return false;
        }
        execution.step();
        @Nullable Object[] values = made.next();
        System.arraycopy(values, 0, frame.slots(), level.offset(), values.length);
        return true;
    }

    /** The row may have changed since the snapshot: after the lock the newest counts. */
    private boolean lockRow(RowLock asked) {
        byte[] key = key();
        Transaction transaction = execution.transaction();
        boolean locked = asked.shared()
                ? transaction.lockShared(Area.ROWS, key, asked.patience())
                : transaction.lock(Area.ROWS, key, asked.patience());
        if (!locked) {
            return false;
        }
        byte[] newest = transaction.newest(Area.ROWS, key);
        if (newest == null) {
            return false;
        }
        row = newest;
        return true;
    }

    private boolean nextStored() {
        IndexKeys keys = level.path().keys();
        return keys == null || keys.index().isPrimary() ? nextByKey() : nextByIndex(keys);
    }

    private boolean nextByKey() {
        while (true) {
            EntryCursor open = cursor;
            if (open != null) {
                if (open.next()) {
                    rowKey = null;
                    row = open.value();
                    return true;
                }
                open.close();
                cursor = null;
            }
            if (!ranges.hasNext()) {
                return false;
            }
            KeyRange range = ranges.next();
            if (range.point()) {
                byte[] found = execution.view().get(Area.ROWS, range.from());
                if (found != null) {
                    rowKey = range.from();
                    row = found;
                    return true;
                }
            } else {
                cursor = scan(Area.ROWS, range);
            }
        }
    }

    private boolean nextByIndex(IndexKeys keys) {
        while (true) {
            while (at < rows.size()) {
                byte[] found = rows.get(at);
                rowKey = rowKeys.get(at++);
                if (found != null) {
                    row = found;
                    return true;
                }
            }
            if (!fill(keys)) {
                return false;
            }
        }
    }

    /** Fetches the rows of the next entries together; more of them each time, as a LIMIT may need few. */
    private boolean fill(IndexKeys keys) {
        rowKeys.clear();
        at = 0;
        while (rowKeys.size() < batch) {
            EntryCursor open = cursor;
            if (open != null && open.next()) {
                rowKeys.add(keys.rowKeyOf(open.key(), open.value()));
                continue;
            }
            if (open != null) {
                open.close();
                cursor = null;
            }
            if (!ranges.hasNext()) {
                break;
            }
            openRange(keys, ranges.next());
        }
        batch = Math.min(BATCH, batch * 2);
        rows = rowKeys.isEmpty() ? List.of() : execution.view().getAll(Area.ROWS, rowKeys);
        return !rowKeys.isEmpty();
    }

    private void openRange(IndexKeys keys, KeyRange range) {
        if (range.point()) {
            byte[] entry = execution.view().get(Area.ENTRIES, range.from());
            if (entry != null) {
                rowKeys.add(keys.rowKeyOf(range.from(), entry));
            }
        } else {
            cursor = scan(Area.ENTRIES, range);
        }
    }

    @Override
    public void close() {
        EntryCursor open = cursor;
        cursor = null;
        if (open != null) {
            open.close();
        }
    }
}
