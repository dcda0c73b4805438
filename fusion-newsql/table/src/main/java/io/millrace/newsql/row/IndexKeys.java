package io.millrace.newsql.row;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.encoding.EncodingException;
import io.millrace.newsql.encoding.KeyDecoder;
import io.millrace.newsql.encoding.KeyEncoder;
import io.millrace.newsql.encoding.KeyOrder;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of one index of a table, the primary key included.
 *
 * <pre>
 *  row       | table id: 4 | values of the primary key, or the row's number |
 *  unique    | index id: 4 | values |             value = 0: 2, row key      all values there
 *  index     | index id: 4 | values | row key |   value = index of the row key: 2
 * </pre>
 *
 * The row key is without its table's id. <b>Threads.</b> Safe.
 */
public final class IndexKeys {

    /** As long as MySQL's own keys may be. */
    static final int KEY_BYTES_MAX = 3072;

    private static final int ID_BYTES = 4;
    private static final int ROOM = 2 * (KEY_BYTES_MAX + ID_BYTES);

    private final TableInfo table;
    private final IndexInfo index;
    private final long prefix;
    private final EntryColumns columns;

    IndexKeys(TableInfo table, IndexInfo index) {
        this.table = table;
        this.index = index;
        this.prefix = index.isPrimary() ? table.id() : index.id();
        this.columns = new EntryColumns(table, index);
    }

    public IndexInfo index() {
        return index;
    }

    /** What all keys of the index begin with. */
    public byte[] prefix() {
        return prefix(prefix);
    }

    static byte[] prefix(long id) {
        return new byte[] {(byte) (id >>> 24), (byte) (id >>> 16), (byte) (id >>> 8), (byte) id};
    }

    /** The first key behind all that begin with this; null if there is none. */
    public static byte @Nullable [] behind(byte[] begin) {
        for (int i = begin.length - 1; i >= 0; i--) {
            if (begin[i] != -1) {
                byte[] end = Arrays.copyOf(begin, i + 1);
                end[i]++;
                return end;
            }
        }
        return null;
    }

    /** Id and values of a row's key columns. */
    byte[] valuesKey(@Nullable Object[] row) {
        return encode(row, index.parts().size());
    }

    /**
     * The begin of all keys with these values.
     *
     * @param values of the first columns of the index, as the columns hold them
     */
    public byte[] begin(List<@Nullable Object> values) {
        KeyEncoder key = new KeyEncoder(ROOM).putRaw(prefix());
        for (int i = 0; i < values.size(); i++) {
            put(key, i, values.get(i));
        }
        return key.toBytes();
    }

    /**
     * An end of the range of keys with these values whose next column, a text, is LIKE a text and whatever follows it. There may be others in it.
     *
     * @param values of the first columns of the index, not of all
     * @param behind whether it is the end behind them
     */
    public byte[] beginLike(List<@Nullable Object> values, String text, boolean behind) {
        KeyEncoder key = new KeyEncoder(ROOM).putRaw(begin(values));
        IndexInfo.Part part = index.parts().get(values.size());
        KeyOrder order = part.descending() ? KeyOrder.DESCENDING : KeyOrder.ASCENDING;
        ColumnBytes.putLike(key, text, column(values.size()).type(), part.prefix(), order, behind);
        return key.toBytes();
    }

    private byte[] encode(@Nullable Object[] row, int parts) {
        KeyEncoder key = new KeyEncoder(KEY_BYTES_MAX + ID_BYTES).putRaw(prefix());
        try {
            for (int i = 0; i < parts; i++) {
                put(key, i, row[index.parts().get(i).ordinal()]);
            }
        } catch (EncodingException e) {
            throw SqlErrors.of(
                    1071, "42000", "Specified key was too long; max key length is " + KEY_BYTES_MAX + " bytes");
        }
        return key.toBytes();
    }

    private void put(KeyEncoder key, int part, @Nullable Object value) {
        IndexInfo.Part each = index.parts().get(part);
        KeyOrder order = each.descending() ? KeyOrder.DESCENDING : KeyOrder.ASCENDING;
        if (value == null) {
            key.putNull(order);
        } else {
            ColumnBytes.putKey(key, value, column(part).type(), each.prefix(), order);
        }
    }

    private ColumnInfo column(int part) {
        return table.columns().get(index.parts().get(part).ordinal());
    }

    // ---- entries ----

    /** Whether the entry of these values stands for all rows that have them: unique, without NULL. */
    public boolean isClaim(@Nullable Object[] row) {
        if (!index.unique()) {
            return false;
        }
        for (IndexInfo.Part part : index.parts()) {
            if (row[part.ordinal()] == null) {
                return false;
            }
        }
        return true;
    }

    /** Key of a row's entry. @param rowKey of the row, with its table's id */
    public byte[] entryKey(@Nullable Object[] row, byte[] rowKey) {
        byte[] values = valuesKey(row);
        if (isClaim(row)) {
            return values;
        }
        byte[] key = Arrays.copyOf(values, values.length + rowKey.length - ID_BYTES);
        System.arraycopy(rowKey, ID_BYTES, key, values.length, rowKey.length - ID_BYTES);
        return key;
    }

    /** Value of a row's entry. */
    public byte[] entryValue(@Nullable Object[] row, byte[] rowKey) {
        return entryValue(entryKey(row, rowKey), row, rowKey);
    }

    /** Value of a row's entry, whose key is known. */
    public byte[] entryValue(byte[] entryKey, @Nullable Object[] row, byte[] rowKey) {
        if (!isClaim(row)) {
            int length = entryKey.length - (rowKey.length - ID_BYTES);
            return new byte[] {(byte) (length >>> 8), (byte) length};
        }
        byte[] value = new byte[2 + rowKey.length - ID_BYTES];
        System.arraycopy(rowKey, ID_BYTES, value, 2, rowKey.length - ID_BYTES);
        return value;
    }

    /** The key of the row that an entry leads to, with its table's id. */
    public byte[] rowKeyOf(byte[] entryKey, byte[] entryValue) {
        int start = rowKeyStart(entryKey, entryValue);
        byte[] source = start == 0 ? entryValue : entryKey;
        int from = start == 0 ? 2 : start;
        byte[] rowKey = Arrays.copyOf(prefix(table.id()), ID_BYTES + source.length - from);
        System.arraycopy(source, from, rowKey, ID_BYTES, source.length - from);
        return rowKey;
    }

    /** Where the row key begins in the entry's key; 0 if it is in the entry's value. */
    private int rowKeyStart(byte[] entryKey, byte[] entryValue) {
        if (entryValue.length < 2) {
            throw new RowFormatException(
                    "index entry is damaged: length=" + entryValue.length + ", index=" + index.name());
        }
        int start = (entryValue[0] & 0xFF) << 8 | entryValue[1] & 0xFF;
        if (start > entryKey.length) {
            throw new RowFormatException("index entry is damaged: row key at " + start + " of " + entryKey.length
                    + ", index=" + index.name());
        }
        return start;
    }

    /** Whether entries hold columns as exactly as rows do. @param wanted by ordinal. Not for the primary key: its entries are the rows */
    public boolean covers(boolean[] wanted) {
        return columns.covers(wanted);
    }

    /** Puts the columns that an entry holds into slots, from {@code offset} on by ordinal. */
    public void decode(byte[] entryKey, byte[] entryValue, @Nullable Object[] slots, int offset) {
        int start = rowKeyStart(entryKey, entryValue);
        KeyDecoder rowKey = start == 0
                ? new KeyDecoder(entryValue, 2, entryValue.length - 2)
                : new KeyDecoder(entryKey, start, entryKey.length - start);
        columns.decode(new KeyDecoder(entryKey, ID_BYTES, entryKey.length - ID_BYTES), rowKey, slots, offset);
    }

    /** The values as error 1062 prints them. */
    public String describe(@Nullable Object[] row) {
        StringBuilder out = new StringBuilder();
        for (IndexInfo.Part part : index.parts()) {
            SqlType type = table.columns().get(part.ordinal()).type();
            Object value = row[part.ordinal()];
            out.append(out.isEmpty() ? "" : "-").append(value == null ? "NULL" : TableLayout.display(value, type));
        }
        return out.toString();
    }
}
