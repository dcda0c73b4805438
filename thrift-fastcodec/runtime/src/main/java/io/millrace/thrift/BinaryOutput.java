package io.millrace.thrift;

import static io.millrace.thrift.BigEndian.DOUBLE;
import static io.millrace.thrift.BigEndian.INT;
import static io.millrace.thrift.BigEndian.LONG;
import static io.millrace.thrift.BigEndian.SHORT;

import io.millrace.thrift.ThriftException.Reason;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stores values of the binary protocol at offsets of one array; for generated code.
 *
 * <p><b>Shape.</b> Each method takes the place to write at and returns the place behind. A {@code header} is {@code type << 24 | id << 8}: it is stored as one number,
 * and its lowest byte is the value's first. The array is the message's own, or a window of it that is sent on when it is full; the caller need not know which.
 *
 * <p><b>Threads.</b> One. <b>Errors.</b> {@link ThriftException} with {@link Reason#CHANGED} before anything is written behind the region that the size pass asked for.
 */
public final class BinaryOutput extends OutputWindow {
    private final EncodedLengths lengths;

    /** Writes below {@code limit} of the array. Apart from the other because of the classes it does not name, as that of {@link BinaryInput}. */
    BinaryOutput(byte[] bytes, int limit, EncodedLengths lengths) {
        super(bytes, limit);
        this.lengths = lengths;
    }

    /** Writes below {@code limit} of the array again and again, and has the sink take what is there. */
    BinaryOutput(byte[] bytes, int limit, EncodedLengths lengths, ChunkSink sink) {
        super(bytes, limit, sink);
        this.lengths = lengths;
    }

    // ---- fields ----

    /** A header alone, before a struct or a container. */
    public int header(int at, int header) {
        int to = at <= limit - 3 ? at : room(at, 3);
        bytes[to] = (byte) (header >> 24);
        SHORT.set(bytes, to + 1, (short) (header >> 8));
        return to + 3;
    }

    /** A {@code bool} field. */
    public int bool(int at, int header, boolean value) {
        int to = at <= limit - 4 ? at : room(at, 4);
        INT.set(bytes, to, header | (value ? 1 : 0));
        return to + 4;
    }

    /** An {@code i8} field. */
    public int i8(int at, int header, byte value) {
        int to = at <= limit - 4 ? at : room(at, 4);
        INT.set(bytes, to, header | value & 0xFF);
        return to + 4;
    }

    /** An {@code i16} field. */
    public int i16(int at, int header, short value) {
        int to = at <= limit - 5 ? at : room(at, 5);
        INT.set(bytes, to, header);
        SHORT.set(bytes, to + 3, value);
        return to + 5;
    }

    /** An {@code i32} field, or an enum's number. */
    public int i32(int at, int header, int value) {
        int to = at <= limit - 7 ? at : room(at, 7);
        INT.set(bytes, to, header);
        INT.set(bytes, to + 3, value);
        return to + 7;
    }

    /** An {@code i64} field. */
    public int i64(int at, int header, long value) {
        int to = at <= limit - 11 ? at : room(at, 11);
        INT.set(bytes, to, header);
        LONG.set(bytes, to + 3, value);
        return to + 11;
    }

    /** A {@code double} field. */
    public int f64(int at, int header, double value) {
        return i64(at, header, Double.doubleToRawLongBits(value));
    }

    /** A {@code uuid} field. */
    public int uuid(int at, int header, UUID value) {
        return uuid(header(at, header), value);
    }

    /** A {@code string} field. */
    public int string(int at, int header, String value) {
        return string(header(at, header), value);
    }

    /** A {@code binary} field. */
    public int binary(int at, int header, Bytes value) {
        return binary(header(at, header), value);
    }

    /** The end of a struct: unknown fields and STOP. */
    public int end(int at, @Nullable UnknownFields fields) {
        int to = at;
        if (fields != null) {
            to = raw(to, fields.array(), 0, fields.size());
        }
        return i8(to, (byte) WireType.STOP);
    }

    // ---- values ----

    /** A {@code bool}. */
    public int bool(int at, boolean value) {
        return i8(at, (byte) (value ? 1 : 0));
    }

    /** An {@code i8}. */
    public int i8(int at, byte value) {
        int to = at <= limit - 1 ? at : room(at, 1);
        bytes[to] = value;
        return to + 1;
    }

    /** An {@code i16}. */
    public int i16(int at, short value) {
        int to = at <= limit - 2 ? at : room(at, 2);
        SHORT.set(bytes, to, value);
        return to + 2;
    }

    /** An {@code i32}, or an enum's number. */
    public int i32(int at, int value) {
        int to = at <= limit - 4 ? at : room(at, 4);
        INT.set(bytes, to, value);
        return to + 4;
    }

    /** An {@code i64}. */
    public int i64(int at, long value) {
        int to = at <= limit - 8 ? at : room(at, 8);
        LONG.set(bytes, to, value);
        return to + 8;
    }

    /** A {@code double}. */
    public int f64(int at, double value) {
        int to = at <= limit - 8 ? at : room(at, 8);
        DOUBLE.set(bytes, to, value);
        return to + 8;
    }

    /** A {@code uuid}. */
    public int uuid(int at, UUID value) {
        return i64(i64(at, value.getMostSignificantBits()), value.getLeastSignificantBits());
    }

    /** A {@code string}: the next one of those that the size pass has seen. */
    public int string(int at, String value) {
        int scanned = lengths.next();
        int length = scanned ^ scanned >> 31;
        int to = i32(at, length);
        if (length > limit - to) {
            return longString(to, value, scanned);
        }
        Utf8.write(value, scanned, bytes, to);
        return to + length;
    }

    /** A {@code binary}. */
    public int binary(int at, Bytes value) {
        int length = value.length();
        int to = i32(at, length);
        if (length <= limit - to && length <= copyMax) {
            value.copyTo(bytes, to);
            return to + length;
        }
        ChunkSink out = flush(to);
        out.write(value);
        return 0;
    }

    /** The header of a list or a set. */
    public int list(int at, int type, int count) {
        int to = at <= limit - 5 ? at : room(at, 5);
        bytes[to] = (byte) type;
        INT.set(bytes, to + 1, count);
        return to + 5;
    }

    /** The header of a map. */
    public int map(int at, int keyType, int valueType, int count) {
        int to = at <= limit - 6 ? at : room(at, 6);
        SHORT.set(bytes, to, (short) (keyType << 8 | valueType));
        INT.set(bytes, to + 2, count);
        return to + 6;
    }

    // ---- lists of numbers, with their header ----

    /** A list or set of {@code bool}. */
    public int booleans(int at, BooleanList list) {
        int count = list.size();
        int to = list(at, WireType.BOOL, count);
        boolean[] elements = list.elements();
        if (count > limit - to) {
            return chunks(
                    to, (from, some, window, place) -> BigEndian.put(elements, from, some, window, place), count, 0);
        }
        BigEndian.put(elements, 0, count, bytes, to);
        return to + count;
    }

    /** A list or set of {@code i16}. */
    public int shorts(int at, ShortList list) {
        int count = list.size();
        int to = list(at, WireType.I16, count);
        short[] elements = list.elements();
        if (count > (limit - to) >> 1) {
            return chunks(
                    to, (from, some, window, place) -> BigEndian.put(elements, from, some, window, place), count, 1);
        }
        BigEndian.put(elements, 0, count, bytes, to);
        return to + (count << 1);
    }

    /** A list or set of {@code i32}. */
    public int ints(int at, IntList list) {
        int count = list.size();
        int to = list(at, WireType.I32, count);
        int[] elements = list.elements();
        if (count > (limit - to) >> 2) {
            return chunks(
                    to, (from, some, window, place) -> BigEndian.put(elements, from, some, window, place), count, 2);
        }
        BigEndian.put(elements, 0, count, bytes, to);
        return to + (count << 2);
    }

    /** A list or set of {@code i64}. */
    public int longs(int at, LongList list) {
        int count = list.size();
        int to = list(at, WireType.I64, count);
        long[] elements = list.elements();
        if (count > (limit - to) >> 3) {
            return chunks(
                    to, (from, some, window, place) -> BigEndian.put(elements, from, some, window, place), count, 3);
        }
        BigEndian.put(elements, 0, count, bytes, to);
        return to + (count << 3);
    }

    /** A list or set of {@code double}. */
    public int doubles(int at, DoubleList list) {
        int count = list.size();
        int to = list(at, WireType.DOUBLE, count);
        double[] elements = list.elements();
        if (count > (limit - to) >> 3) {
            return chunks(
                    to, (from, some, window, place) -> BigEndian.put(elements, from, some, window, place), count, 3);
        }
        BigEndian.put(elements, 0, count, bytes, to);
        return to + (count << 3);
    }

    /** A list or set of {@code i8}. */
    public int bytes(int at, ByteList list) {
        byte[] elements = list.elements();
        int count = list.size();
        return raw(list(at, WireType.BYTE, count), elements, 0, count);
    }

    // ---- inside ----

    private int longString(int at, String value, int scanned) {
        ChunkSink out = flush(at);
        byte[] encoded = new byte[scanned ^ scanned >> 31];
        Utf8.write(value, scanned, encoded, 0);
        out.write(Bytes.wrap(encoded));
        return 0;
    }
}
