package io.millrace.newsql.row;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.encoding.ValueCodec;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one version of a table as bytes, all columns in one value.
 *
 * <pre>
 *  | 01 | schema version | row version | column id | length | bytes | column id | length | bytes | …
 *    1    varint           varint        varint      varint
 * </pre>
 *
 * Columns lie in the order of their ids; one that is NULL is not there, and neither is one that is younger than the row: that has its origin's value. Varints are
 * seven bits a byte, lowest first. <b>Threads.</b> Safe.
 */
public final class RowCodec {

    private static final int FORMAT = 1;
    private static final int MORE = 0x80;

    /** Where {@link #locate} finds nothing: the column is NULL, or younger than the row and has its origin's value. */
    public static final int ABSENT = -1;

    public static final int ORIGIN = -2;

    private final TableInfo table;
    private final int[] ordinalById;
    private final int[] byId;
    private final AtomicReferenceArray<@Nullable Object> origins;

    RowCodec(TableInfo table, @Nullable Object[] origins) {
        this.table = table;
        this.origins = new AtomicReferenceArray<>(origins);
        List<ColumnInfo> columns = table.columns();
        ordinalById = new int[table.columnIds() + 1];
        Arrays.fill(ordinalById, -1);
        byId = new int[columns.size()];
        for (int i = 0; i < columns.size(); i++) {
            ordinalById[columns.get(i).id()] = i;
        }
        int at = 0;
        for (int ordinal : ordinalById) {
            if (ordinal >= 0) {
                byId[at++] = ordinal;
            }
        }
    }

    /** Gives the bytes of a row. */
    public byte[] encode(@Nullable Object[] values, long rowVersion) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(16 + values.length * 12);
        out.write(FORMAT);
        putVarint(out, table.version());
        putVarint(out, rowVersion);
        for (int ordinal : byId) {
            Object value = values[ordinal];
            if (value != null) {
                ColumnInfo column = table.columns().get(ordinal);
                byte[] bytes = ColumnBytes.encode(value, column.type());
                putVarint(out, column.id());
                putVarint(out, bytes.length);
                out.writeBytes(bytes);
            }
        }
        return out.toByteArray();
    }

    /**
     * Reads a row into slots.
     *
     * @param wanted columns to read, by ordinal; null for all. The slots of others are left as they are.
     */
    public void decode(byte[] row, @Nullable Object[] slots, int offset, boolean @Nullable [] wanted) {
        Reader in = new Reader(row);
        int version = version(in);
        for (int ordinal : byId) {
            if (wanted == null || wanted[ordinal]) {
                slots[offset + ordinal] =
                        table.columns().get(ordinal).addedIn() > version ? origins.get(ordinal) : null;
            }
        }
        while (in.at < row.length) {
            int id = (int) in.varint();
            int length = length(in, id);
            int ordinal = ordinalById[id];
            if (ordinal >= 0 && (wanted == null || wanted[ordinal])) {
                slots[offset + ordinal] = ColumnBytes.decode(
                        row, in.at, length, table.columns().get(ordinal).type());
            }
            in.at += length;
        }
    }

    /** Reads the head. @return the schema's version that the row was written in */
    private int version(Reader in) {
        int format = in.octet();
        if (format != FORMAT) {
            throw new RowFormatException(
                    "row has format " + format + " (expected: " + FORMAT + "), table=" + table.name());
        }
        int version = (int) in.varint();
        in.varint();
        return version;
    }

    private int length(Reader in, int id) {
        int length = (int) in.varint();
        if (length < 0 || length > in.row.length - in.at || id >= ordinalById.length || id < 0) {
            throw new RowFormatException("row is damaged: column=" + id + ", length=" + length + ", index=" + in.at
                    + ", table=" + table.name());
        }
        return length;
    }

    /** Finds where the columns lie. @param places for each ordinal: index of its first byte or one of {@link #ABSENT}, {@link #ORIGIN}; its length */
    public void locate(byte[] row, int[] places) {
        Reader in = new Reader(row);
        int version = version(in);
        for (int ordinal : byId) {
            places[2 * ordinal] = table.columns().get(ordinal).addedIn() > version ? ORIGIN : ABSENT;
        }
        while (in.at < row.length) {
            int id = (int) in.varint();
            int length = length(in, id);
            int ordinal = ordinalById[id];
            if (ordinal >= 0) {
                places[2 * ordinal] = in.at;
                places[2 * ordinal + 1] = length;
            }
            in.at += length;
        }
    }

    /** A column's value where {@link #locate} found it. */
    public Object value(byte[] row, int from, int length, int ordinal) {
        return ColumnBytes.decode(
                row, from, length, table.columns().get(ordinal).type());
    }

    /** The value of an integer column where {@link #locate} found it. */
    public long integer(byte[] row, int from, int length, int ordinal) {
        return table.columns().get(ordinal).type().unsigned()
                ? ValueCodec.toUnsigned(row, from, length)
                : ValueCodec.toSigned(row, from, length);
    }

    /** What rows have in a column that is younger than they are. */
    public @Nullable Object origin(int ordinal) {
        return origins.get(ordinal);
    }

    /** How often the row was written. */
    public long rowVersion(byte[] row) {
        Reader in = new Reader(row);
        in.octet();
        in.varint();
        return in.varint();
    }

    private static void putVarint(ByteArrayOutputStream out, long value) {
        long left = value;
        while (left >= MORE) {
            out.write((int) (left | MORE));
            left >>>= 7;
        }
        out.write((int) left);
    }

    private static final class Reader {
        private final byte[] row;
        private int at;

        Reader(byte[] row) {
            this.row = row;
        }

        int octet() {
            if (at >= row.length) {
                throw new RowFormatException("row is damaged: it ends at index " + at);
            }
            return row[at++] & 0xFF;
        }

        long varint() {
            long value = 0;
            for (int shift = 0; shift < Long.SIZE; shift += 7) {
                int next = octet();
                value |= (long) (next & ~MORE) << shift;
                if (next < MORE) {
                    return value;
                }
            }
            throw new RowFormatException("row is damaged: number without an end at index " + at);
        }
    }
}
