package io.millrace.thrift;

import io.millrace.thrift.ThriftException.Reason;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Appends values of the compact protocol to an array that grows; for generated code.
 *
 * <p>Sizes depend on the values here, so that to know them is as much work as to write them: there is one pass and a copy. Types are {@link WireType}'s.
 *
 * <p><b>Threads.</b> One. <b>Errors.</b> {@link ThriftException} for structs too deep and messages too long.
 */
public final class CompactOutput {
    private static final int LENGTH_MAX = Integer.MAX_VALUE - 8;

    /** Counts below this share a byte with the elements' type. */
    private static final int SHORT_COUNT = 15;

    private byte[] bytes = new byte[256];
    private int size;
    private final int[] lastIds;
    private int depth;

    CompactOutput(int depthMax) {
        lastIds = new int[depthMax + 1];
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    // ---- structs ----

    /** A struct begins. */
    public void enter() {
        if (++depth >= lastIds.length) {
            throw new ThriftException(
                    Reason.DEPTH, "structs too deep: depth=" + depth + " (expected: <= " + (lastIds.length - 1) + ")");
        }
        lastIds[depth] = 0;
    }

    /** The struct ends: unknown fields and STOP. */
    public void exit(@Nullable UnknownFields unknown) {
        if (unknown != null) {
            new BinaryToCompact(unknown, this).fields();
        }
        i8((byte) WireType.STOP);
        depth--;
    }

    /** A field's header, for all but {@code bool}. */
    public void field(int id, int type) {
        header(id, CompactType.ofWire(type));
    }

    private void header(int id, int compactType) {
        int delta = id - lastIds[depth];
        if (delta > 0 && delta <= 15) {
            i8((byte) (delta << 4 | compactType));
        } else {
            i8((byte) compactType);
            i32(id);
        }
        lastIds[depth] = id;
    }

    /** A {@code bool} field. */
    public void bool(int id, boolean value) {
        header(id, value ? CompactType.TRUE : CompactType.FALSE);
    }

    /** An {@code i8} field. */
    public void i8(int id, byte value) {
        field(id, WireType.BYTE);
        i8(value);
    }

    /** An {@code i16} field. */
    public void i16(int id, short value) {
        field(id, WireType.I16);
        i32(value);
    }

    /** An {@code i32} field. */
    public void i32(int id, int value) {
        field(id, WireType.I32);
        i32(value);
    }

    /** An {@code i64} field. */
    public void i64(int id, long value) {
        field(id, WireType.I64);
        i64(value);
    }

    /** A {@code double} field. */
    public void f64(int id, double value) {
        field(id, WireType.DOUBLE);
        f64(value);
    }

    // ---- values ----

    /** A {@code bool} in a container. */
    public void bool(boolean value) {
        i8((byte) (value ? CompactType.TRUE : CompactType.FALSE));
    }

    /** An {@code i8}. */
    public void i8(byte value) {
        reserve(1);
        bytes[size++] = value;
    }

    /** An {@code i16}. */
    public void i16(short value) {
        i32(value);
    }

    /** An {@code i32}, or an enum's number. */
    public void i32(int value) {
        varint((value << 1 ^ value >> 31) & 0xFFFFFFFFL);
    }

    /** An {@code i64}. */
    public void i64(long value) {
        varint(value << 1 ^ value >> 63);
    }

    /** A {@code double}: the one value whose lowest byte comes first. */
    public void f64(double value) {
        fixed(Long.reverseBytes(Double.doubleToRawLongBits(value)));
    }

    /** A {@code uuid}. */
    public void uuid(UUID value) {
        fixed(value.getMostSignificantBits());
        fixed(value.getLeastSignificantBits());
    }

    /** A {@code string}. */
    public void string(String value) {
        int scanned = Utf8.scan(value);
        int length = scanned ^ scanned >> 31;
        varint(length);
        reserve(length);
        if (scanned >= 0) {
            Utf8.writeAscii(value, 0, length, bytes, size);
        } else {
            Utf8.write(value, bytes, size, length);
        }
        size += length;
    }

    /** A {@code binary}. */
    public void binary(Bytes value) {
        varint(value.length());
        reserve(value.length());
        value.copyTo(bytes, size);
        size += value.length();
    }

    // ---- containers ----

    /** The header of a list or a set. */
    public void list(int type, int count) {
        int compactType = CompactType.ofWire(type);
        if (count < SHORT_COUNT) {
            i8((byte) (count << 4 | compactType));
        } else {
            i8((byte) (0xF0 | compactType));
            varint(count);
        }
    }

    /** The header of a map; an empty one has no types. */
    public void map(int keyType, int valueType, int count) {
        varint(count);
        if (count > 0) {
            i8((byte) (CompactType.ofWire(keyType) << 4 | CompactType.ofWire(valueType)));
        }
    }

    /** A list of {@code bool}. */
    public void booleans(BooleanList list) {
        int count = list.size();
        list(WireType.BOOL, count);
        for (int i = 0; i < count; i++) {
            bool(list.get(i));
        }
    }

    /** A list of {@code i8}. */
    public void bytes(ByteList list) {
        int count = list.size();
        list(WireType.BYTE, count);
        raw(list.elements(), 0, count);
    }

    /** A list of {@code i16}. */
    public void shorts(ShortList list) {
        int count = list.size();
        list(WireType.I16, count);
        for (int i = 0; i < count; i++) {
            i32(list.get(i));
        }
    }

    /** A list of {@code i32}. */
    public void ints(IntList list) {
        int count = list.size();
        list(WireType.I32, count);
        for (int i = 0; i < count; i++) {
            i32(list.get(i));
        }
    }

    /** A list of {@code i64}. */
    public void longs(LongList list) {
        int count = list.size();
        list(WireType.I64, count);
        for (int i = 0; i < count; i++) {
            i64(list.get(i));
        }
    }

    /** A list of {@code double}. */
    public void doubles(DoubleList list) {
        int count = list.size();
        list(WireType.DOUBLE, count);
        for (int i = 0; i < count; i++) {
            f64(list.get(i));
        }
    }

    // ---- inside ----

    void raw(byte[] from, int at, int length) {
        reserve(length);
        System.arraycopy(from, at, bytes, size, length);
        size += length;
    }

    private void fixed(long value) {
        reserve(8);
        BigEndian.LONG.set(bytes, size, value);
        size += 8;
    }

    void varint(long value) {
        reserve(10);
        byte[] to = bytes;
        int at = size;
        long left = value;
        while ((left & ~0x7FL) != 0) {
            to[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        to[at++] = (byte) left;
        size = at;
    }

    private void reserve(int length) {
        if (length > bytes.length - size) {
            grow(length);
        }
    }

    private void grow(int length) {
        long needed = (long) size + length;
        if (needed > LENGTH_MAX) {
            throw new ThriftException(
                    Reason.LIMIT, "message too long: length=" + needed + " (expected: <= " + LENGTH_MAX + ")");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(LENGTH_MAX, Math.max(needed, 2L * bytes.length)));
    }
}
