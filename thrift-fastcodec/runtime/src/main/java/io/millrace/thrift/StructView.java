package io.millrace.thrift;

import io.netty.buffer.ByteBuf;
import java.util.Objects;
import java.util.UUID;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A struct of the binary protocol as it lies in an array: one scan finds its fields, each is read when it is asked for, and what is changed lies beside it until it is
 * written; what generated views stand on.
 *
 * <pre>
 *  array     | header 1 | value | header 4 | value        | unknown | STOP |
 *  places         [0] ─────┘         [1] ─────┘     [2] = 0, absent
 *  changes   null                    new bytes      new bytes
 *  written   | header 1 | value | header 4 | new bytes | unknown | header 9 | new bytes | STOP |
 * </pre>
 *
 * <p><b>Shape.</b> An ordinal counts a definition's fields from 0 by id. Of several fields with one id the last counts, and the others are not written.
 *
 * <p><b>Ownership.</b> Shares the array: it must not change while the view lives, but by the view's own setters, which store values of a fixed size in it. A view over a
 * buffer holds a reference to its memory until {@link #close()}; over an array there is nothing to close.
 *
 * <p><b>Threads.</b> One at a time. <b>Errors.</b> {@link ThriftException} as {@link ThriftBinary#read}; the scan checks every size, so that reading a field finds its bytes.
 */
public final class StructView extends ViewedFields implements AutoCloseable {
    private static final byte[] NOTHING = {WireType.STOP};

    /** Reads a value of generated code's type. */
    public interface Reader<T> {
        /** The value at {@code at}. */
        T read(BinaryInput in, int at);
    }

    /** Writes a value of generated code's type. */
    public interface Writer {
        /** Writes it at {@code at} and returns the place behind. */
        int write(BinaryOutput out, int at);
    }

    private StructView(byte[] bytes, int start, int end, int[] headers, ThriftLimits limits) {
        super(bytes, start, end, headers, limits);
    }

    private StructView(
            byte[] bytes, int start, int end, int[] headers, ThriftLimits limits, @Nullable HeldMemory memory) {
        super(bytes, start, end, headers, limits, memory);
    }

    /**
     * A view of the struct that begins at {@code offset} and ends before {@code offset + length}.
     *
     * @param headers of the definition's fields, {@code type << 24 | id << 8}, by id; shared
     */
    public static StructView over(byte[] bytes, int offset, int length, int[] headers, ThriftLimits limits) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        ThriftBinary.checkLength(length, limits);
        return new StructView(bytes, offset, offset + length, headers, limits);
    }

    /**
     * Borrows the buffer, of whose memory the view keeps a reference until it is closed: a view of the struct that begins at the reader index. If the buffer has an array,
     * setters in place change it; else the view is of a copy.
     */
    public static StructView over(ByteBuf buffer, int[] headers, ThriftLimits limits) {
        ThriftBinary.checkLength(buffer.readableBytes(), limits);
        HeldMemory memory = HeldMemory.of(buffer);
        try {
            int start = memory.offset();
            return new StructView(memory.array(), start, start + memory.length(), headers, limits, memory);
        } catch (RuntimeException e) {
            memory.close();
            throw e;
        }
    }

    /**
     * A view of a struct in the compact protocol, which is brought into the binary one's form by one pass: there numbers have no places of their own. Nothing shares the array.
     */
    public static StructView overCompact(byte[] bytes, int offset, int length, int[] headers, ThriftLimits limits) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        ThriftBinary.checkLength(length, limits);
        UnknownFields binary = CompactToBinary.struct(bytes, offset, length, limits);
        return new StructView(binary.array(), 0, binary.size(), headers, limits);
    }

    /** A view of a struct without fields, to build a message in. */
    public static StructView empty(int[] headers) {
        return new StructView(NOTHING, 0, 1, headers, ThriftLimits.defaults());
    }

    /**
     * Gives the memory of a view over a buffer back; it, and views of structs inside it, throw {@link IllegalStateException} from now on. A second close, and that of a view
     * over an array, does nothing.
     */
    @Override
    public void close() {
        if (memory != null) {
            memory.close();
        }
    }

    // ---- reading ----

    /** Whether the field is there. */
    public boolean has(int ordinal) {
        return isThere(ordinal);
    }

    /** A {@code bool}, or false if it is not there. */
    public boolean bool(int ordinal) {
        return i8(ordinal) == 1;
    }

    /** An {@code i8}, or 0 if it is not there; as for the numbers below. */
    public byte i8(int ordinal) {
        return has(ordinal) ? holder(ordinal)[place(ordinal)] : 0;
    }

    /** An {@code i16}. */
    public short i16(int ordinal) {
        return has(ordinal) ? (short) BigEndian.SHORT.get(holder(ordinal), place(ordinal)) : 0;
    }

    /** An {@code i32}. */
    public int i32(int ordinal) {
        return has(ordinal) ? (int) BigEndian.INT.get(holder(ordinal), place(ordinal)) : 0;
    }

    /** An {@code i64}. */
    public long i64(int ordinal) {
        return has(ordinal) ? (long) BigEndian.LONG.get(holder(ordinal), place(ordinal)) : 0;
    }

    /** A {@code double}. */
    public double f64(int ordinal) {
        return Double.longBitsToDouble(i64(ordinal));
    }

    /** A {@code uuid}, or null if it is not there; as for the values below. */
    public @Nullable UUID uuid(int ordinal) {
        return read(ordinal, BinaryInput::uuid);
    }

    /** A {@code string}. */
    public @Nullable String string(int ordinal) {
        return read(ordinal, BinaryInput::string);
    }

    /** A {@code binary}, copied. */
    public @Nullable Bytes binary(int ordinal) {
        return read(ordinal, BinaryInput::binary);
    }

    /** Any other value. */
    public <T> @Nullable T read(int ordinal, Reader<T> reader) {
        if (!has(ordinal)) {
            return null;
        }
        byte[] holder = holder(ordinal);
        boolean changed = holder != bytes;
        BinaryInput in = new BinaryInput(holder, changed ? 0 : start, changed ? holder.length : index.end(), limits);
        return reader.read(in, place(ordinal));
    }

    /** A view of a struct inside this one, sharing its memory: its setters in place change this one too, its others do not. */
    public @Nullable StructView struct(int ordinal, int[] itsHeaders) {
        if (!has(ordinal)) {
            return null;
        }
        byte[] holder = holder(ordinal);
        int its = holder == bytes ? index.end() : holder.length;
        return new StructView(holder, place(ordinal), its, itsHeaders, limits, memory);
    }

    // ---- changing ----

    /** Sets a {@code bool}: in place if the field is there. */
    public void setBool(int ordinal, boolean value) {
        setI8(ordinal, (byte) (value ? 1 : 0));
    }

    /** Sets an {@code i8}, in place as the numbers below if the field is there. */
    public void setI8(int ordinal, byte value) {
        byte[] holder = holderToSet(ordinal, 1);
        holder[place(ordinal)] = value;
    }

    /** Sets an {@code i16}. */
    public void setI16(int ordinal, short value) {
        byte[] holder = holderToSet(ordinal, 2);
        BigEndian.SHORT.set(holder, place(ordinal), value);
    }

    /** Sets an {@code i32}. */
    public void setI32(int ordinal, int value) {
        byte[] holder = holderToSet(ordinal, 4);
        BigEndian.INT.set(holder, place(ordinal), value);
    }

    /** Sets an {@code i64}. */
    public void setI64(int ordinal, long value) {
        byte[] holder = holderToSet(ordinal, 8);
        BigEndian.LONG.set(holder, place(ordinal), value);
    }

    /** Sets a {@code double}. */
    public void setF64(int ordinal, double value) {
        setI64(ordinal, Double.doubleToRawLongBits(value));
    }

    /** Sets a {@code uuid}. */
    public void setUuid(int ordinal, UUID value) {
        byte[] holder = holderToSet(ordinal, 16);
        BigEndian.LONG.set(holder, place(ordinal), value.getMostSignificantBits());
        BigEndian.LONG.set(holder, place(ordinal) + 8, value.getLeastSignificantBits());
    }

    /** Sets a {@code string}. */
    public void setString(int ordinal, String value) {
        set(ordinal, lengths -> lengths.string(value), (out, at) -> out.string(at, value));
    }

    /** Sets a {@code binary}, copying it. */
    public void setBinary(int ordinal, Bytes value) {
        set(ordinal, lengths -> lengths.binary(value), (out, at) -> out.binary(at, value));
    }

    /** Sets a struct to what it is now. */
    public void setStruct(int ordinal, ThriftStruct value) {
        changes()[ordinal] = ThriftBinary.toBytes(value);
    }

    /** Sets any other value to what it is now. */
    public void set(int ordinal, ToLongFunction<EncodedLengths> length, Writer writer) {
        changes()[ordinal] = ThriftBinary.toBytes(new EncodedValue(length, writer));
    }

    /** The field is not to be written. */
    public void remove(int ordinal) {
        changes()[ordinal] = REMOVED;
    }

    // ---- writing ----

    /** Bytes of the struct as it is now. */
    public int encodedLength() {
        return patched().length();
    }

    /** The struct as it is now, in a new array. */
    public byte[] toBytes() {
        return patched().toBytes();
    }

    /** The struct as it is now in the compact protocol, in a new array. */
    public byte[] toCompactBytes() {
        return BinaryToCompact.struct(toBytes(), limits);
    }

    /** Borrows the buffer and writes the struct as it is now at its writer index; returns how many bytes that were. */
    public int write(ByteBuf to) {
        return patched().write(to);
    }

    /**
     * Writes the struct as it is now at {@code offset} and returns how many bytes that were.
     *
     * @throws IndexOutOfBoundsException if the array is too short; nothing was written
     */
    public int write(byte[] to, int offset) {
        return patched().write(to, offset);
    }
}
