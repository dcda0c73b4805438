package io.millrace.thrift;

import static io.millrace.thrift.BigEndian.INT;
import static io.millrace.thrift.BigEndian.LONG;
import static io.millrace.thrift.BigEndian.SHORT;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Loads values of the binary protocol from one array; for generated code.
 *
 * <p><b>Shape.</b> Places are indexes of the array. A method that reads something of a size that is not known beforehand leaves the place behind it in {@link #position()}.
 * Plain loads ({@code i64(at)}) need {@link #at} or {@link #need} before them: they are kept inside the array, but not inside the message.
 *
 * <p><b>Ownership.</b> Borrows the array; nothing that is read shares it, but for {@link ThriftBinary#readShared}.
 *
 * <p><b>Threads.</b> One. <b>Errors.</b> {@link ThriftException}, after which the input is of no more use.
 */
public final class BinaryInput extends BinaryBytes {
    private final @Nullable ByteBuf lender;
    private int position;

    /** A constructor of its own, because one that names a class that nobody has loaded yet is not inlined, and then each message has its input as an object. */
    BinaryInput(byte[] bytes, int start, int end, ThriftLimits limits) {
        super(bytes, start, end, limits);
        this.lender = null;
        this.position = start;
    }

    /** With a buffer whose array this is: large binaries are lent from it. */
    BinaryInput(byte[] bytes, int start, int end, ThriftLimits limits, @Nullable ByteBuf lender) {
        super(bytes, start, end, limits);
        this.lender = lender;
        this.position = start;
    }

    /** The place behind what was read last. */
    public int position() {
        return position;
    }

    // ---- structs ----

    /** A struct begins, whose object takes about {@code memory} bytes. */
    public void enter(int at, int memory) {
        descend(at);
        charge(at, memory);
    }

    /** The struct ends at the STOP at {@code at}. */
    public void exit(int at) {
        rise();
        position = at + 1;
    }

    /** A container's elements end here. */
    public void leave(int at) {
        position = at;
    }

    /** Whether a field of that header ({@code type << 24 | id << 8}) begins here, and {@code size} bytes of it are there. */
    public boolean at(int at, int header, int size) {
        return at <= end - size && ((int) INT.get(bytes, at) ^ header) >>> 8 == 0;
    }

    /** Whether the struct ends here. */
    public boolean stop(int at) {
        return at < end && bytes[at] == WireType.STOP;
    }

    /** The field that begins here as {@code type << 16 | id & 0xFFFF}, or 0 at a STOP. */
    public int field(int at) {
        need(at, 1);
        int type = bytes[at];
        if (type == WireType.STOP) {
            return 0;
        }
        if (WireType.smallest(type) == 0) {
            throw failures().unknownType(at, type);
        }
        need(at, 3);
        return type << 16 | (short) SHORT.get(bytes, at + 1) & 0xFFFF;
    }

    /** The place behind the field that begins here. */
    public int skipField(int at) {
        return BinarySkip.value(this, field(at) >> 16, at + 3);
    }

    /** Adds the field that begins here to the unknown ones; {@link #position()} is behind it. */
    public UnknownFields keepField(int at, @Nullable UnknownFields fields) {
        int next = skipField(at);
        UnknownFields kept = fields;
        if (kept == null) {
            charge(at, DecodedMemory.LIST * 2);
            kept = new UnknownFields();
        }
        charge(at, 4L * (next - at)); // growing copies
        kept.add(bytes, at, next - at);
        position = next;
        return kept;
    }

    /** A required field is not there: the error to throw at the struct's end. */
    public ThriftException missing(int at, String field) {
        return failures().missing(at, field);
    }

    // ---- values ----

    /** Checks that {@code size} bytes are there, and returns {@code at}. */
    public int need(int at, int size) {
        if (size > end - at) {
            throw failures().truncated(at, size);
        }
        return at;
    }

    /** A {@code bool}: 1 is true, all else false. */
    public boolean bool(int at) {
        return bytes[at] == 1;
    }

    /** An {@code i8}. */
    public byte i8(int at) {
        return bytes[at];
    }

    /** An {@code i16}. */
    public short i16(int at) {
        return (short) SHORT.get(bytes, at);
    }

    /** An {@code i32}. */
    public int i32(int at) {
        return (int) INT.get(bytes, at);
    }

    /** An {@code i64}. */
    public long i64(int at) {
        return (long) LONG.get(bytes, at);
    }

    /** A {@code double}. */
    public double f64(int at) {
        return Double.longBitsToDouble((long) LONG.get(bytes, at));
    }

    /** A {@code uuid}. */
    public UUID uuid(int at) {
        charge(at, 32);
        return new UUID(i64(at), i64(at + 8));
    }

    /** A {@code string}; what is no UTF-8 in it becomes U+FFFD. */
    public String string(int at) {
        int length = length(at);
        position = at + 4 + length;
        if (length == 0) {
            return "";
        }
        charge(at, DecodedMemory.STRING + 2L * length);
        return Utf8.read(bytes, at + 4, length);
    }

    /** A {@code binary}, copied; a large one lent where the caller asked for that. */
    public Bytes binary(int at) {
        int length = length(at);
        position = at + 4 + length;
        if (length == 0) {
            return Bytes.empty();
        }
        if (lender != null && length >= ChainSink.SHARED_BYTES) {
            charge(at, DecodedMemory.STRING);
            return Bytes.lent(lender, bytes, at + 4, length);
        }
        charge(at, DecodedMemory.STRING + (long) length);
        return Bytes.wrap(Arrays.copyOfRange(bytes, at + 4, at + 4 + length));
    }

    /** The length of the string or binary that begins here, all of which is there. */
    int length(int at) {
        need(at, 4);
        int length = i32(at);
        if (length < 0 || length > stringBytes) {
            throw failures().length(at, length);
        }
        need(at + 4, length);
        return length;
    }

    // ---- containers ----

    /** Elements of the list whose header begins here; they begin five bytes on. */
    public int list(int at, int elementType) {
        int count = elements(at, elementType);
        charge(at, DecodedMemory.LIST + (long) DecodedMemory.REFERENCE * count);
        return count;
    }

    /** Elements of the set whose header begins here; they begin five bytes on. */
    public int set(int at, int elementType) {
        int count = elements(at, elementType);
        charge(at, DecodedMemory.HASH + (long) DecodedMemory.ENTRY * count);
        return count;
    }

    /** Entries of the map whose header begins here; they begin six bytes on. */
    public int map(int at, int keyType, int valueType) {
        need(at, 6);
        int count = i32(at + 2);
        if (count != 0 && (bytes[at] != keyType || bytes[at + 1] != valueType)) {
            throw failures().otherEntries(at, keyType, valueType);
        }
        checkCount(at, count, WireType.smallest(keyType) + WireType.smallest(valueType), 6);
        charge(at, DecodedMemory.HASH + (long) DecodedMemory.ENTRY * count);
        return count;
    }

    /** For hash tables of {@code count} entries as a message claims: large ones start small, and grow if the entries do come. */
    public static int tableSize(int count) {
        return Math.min(count, 1024) * 4 / 3 + 1;
    }

    /** A list or set of {@code bool}. */
    public BooleanList booleans(int at) {
        boolean[] elements = new boolean[numbers(at, WireType.BOOL)];
        BigEndian.get(bytes, at + 5, elements, elements.length);
        return BooleanList.wrap(elements);
    }

    /** A list or set of {@code i16}. */
    public ShortList shorts(int at) {
        short[] elements = new short[numbers(at, WireType.I16)];
        BigEndian.get(bytes, at + 5, elements, elements.length);
        return ShortList.wrap(elements);
    }

    /** A list or set of {@code i32}. */
    public IntList ints(int at) {
        int[] elements = new int[numbers(at, WireType.I32)];
        BigEndian.get(bytes, at + 5, elements, elements.length);
        return IntList.wrap(elements);
    }

    /** A list or set of {@code i64}. */
    public LongList longs(int at) {
        long[] elements = new long[numbers(at, WireType.I64)];
        BigEndian.get(bytes, at + 5, elements, elements.length);
        return LongList.wrap(elements);
    }

    /** A list or set of {@code double}. */
    public DoubleList doubles(int at) {
        double[] elements = new double[numbers(at, WireType.DOUBLE)];
        BigEndian.get(bytes, at + 5, elements, elements.length);
        return DoubleList.wrap(elements);
    }

    /** A list or set of {@code i8}. */
    public ByteList bytes(int at) {
        int count = numbers(at, WireType.BYTE);
        return ByteList.wrap(Arrays.copyOfRange(bytes, at + 5, at + 5 + count));
    }

    private int elements(int at, int elementType) {
        need(at, 5);
        int count = i32(at + 1);
        if (count != 0 && bytes[at] != elementType) {
            throw failures().otherElements(at, bytes[at], elementType);
        }
        checkCount(at, count, WireType.smallest(elementType), 5);
        return count;
    }

    private int numbers(int at, int elementType) {
        int count = elements(at, elementType);
        int size = WireType.fixed(elementType);
        charge(at, DecodedMemory.LIST + (long) size * count);
        position = at + 5 + size * count;
        return count;
    }
}
