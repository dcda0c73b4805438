package io.millrace.newsql.row;

import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.encoding.KeyDecoder;
import io.millrace.newsql.encoding.KeyOrder;
import io.millrace.newsql.type.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a row that an entry of an index holds, so that the row need not be read: those of the index and of the primary key whose key bytes say exactly what the
 * value was. <b>Threads.</b> Safe.
 */
final class EntryColumns {

    private final TableInfo table;
    private final IndexInfo index;
    private final boolean[] held;

    /** How many parts of the index, and of the primary key, can be read: what is behind the first that cannot is not found. */
    private final int indexParts;

    private final int keyParts;

    EntryColumns(TableInfo table, IndexInfo index) {
        this.table = table;
        this.index = index;
        this.held = new boolean[table.columns().size()];
        this.indexParts = readable(index);
        IndexInfo primary = table.primary();
        this.keyParts = primary == null ? 0 : readable(primary);
    }

    private int readable(IndexInfo keys) {
        int count = 0;
        for (IndexInfo.Part part : keys.parts()) {
            if (part.prefix() != 0
                    || !isExact(table.columns().get(part.ordinal()).type())) {
                return count;
            }
            held[part.ordinal()] = true;
            count++;
        }
        return count;
    }

    /** Texts are weights in keys, and a double's zero has lost its sign. */
    private static boolean isExact(SqlType type) {
        return type.isEnumerated()
                || switch (type.family()) {
                    case INTEGER, TEMPORAL, DECIMAL, BYTES -> true;
                    default -> false;
                };
    }

    boolean covers(boolean[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i] && !held[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Puts the columns into the slots.
     *
     * @param values the entry's key, from its first value on
     * @param rowKey from the first value of the primary key on
     */
    void decode(KeyDecoder values, KeyDecoder rowKey, @Nullable Object[] slots, int offset) {
        decode(values, index, indexParts, slots, offset);
        if (table.primary() != null) {
            decode(rowKey, table.primary(), keyParts, slots, offset);
        }
    }

    private void decode(KeyDecoder key, IndexInfo keys, int count, @Nullable Object[] slots, int offset) {
        for (int i = 0; i < count; i++) {
            IndexInfo.Part part = keys.parts().get(i);
            KeyOrder order = part.descending() ? KeyOrder.DESCENDING : KeyOrder.ASCENDING;
            slots[offset + part.ordinal()] =
                    value(key, table.columns().get(part.ordinal()).type(), order);
        }
    }

    private static @Nullable Object value(KeyDecoder key, SqlType type, KeyOrder order) {
        if (key.isNull(order)) {
            key.skipNull(order);
            return null;
        }
        if (type.isEnumerated()) {
            return type.unsigned() ? key.readUnsigned(order) : key.readSigned(order);
        }
        return switch (type.family()) {
            case DECIMAL -> key.readDecimal(ColumnBytes.layout(type), order);
            case BYTES -> key.readBytes(order);
            default -> type.unsigned() ? (Object) key.readUnsigned(order) : key.readSigned(order);
        };
    }
}
