package io.millrace.thrift;

import io.millrace.thrift.ThriftException.Reason;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Takes values of the compact protocol from an array, one behind the other; for generated code. Types are {@link WireType}'s.
 *
 * <p><b>Ownership.</b> Borrows the array; nothing that is read shares it. <b>Threads.</b> One. <b>Errors.</b> {@link ThriftException}, after which the input is of no
 * more use; its path names the fields of the structs that were open, without elements.
 */
public final class CompactInput extends CompactBytes {
    private final int[] lastIds;
    private int depth;

    /** What a field's header said of its {@code bool}, until it is taken; else 0. */
    private int pendingBool;

    CompactInput(byte[] bytes, int start, int end, ThriftLimits limits) {
        super(bytes, start, end, limits);
        this.lastIds = new int[limits.depth() + 1];
    }

    // ---- structs ----

    /** A struct begins, whose object takes about {@code memory} bytes. */
    public void enter(int memory) {
        if (++depth >= lastIds.length) {
            depth--;
            throw failure(Reason.DEPTH, "too deep: depth=" + (depth + 1) + " (expected: <= " + limits.depth() + ")");
        }
        lastIds[depth] = 0;
        charge(memory);
    }

    /** The struct ends, its STOP was read. */
    public void exit() {
        depth--;
    }

    /** The next field as {@code type << 16 | id & 0xFFFF}, or 0 at a STOP, which is taken. */
    public int field() {
        int head = take();
        if (head == WireType.STOP) {
            return 0;
        }
        int compactType = head & 0x0F;
        int type = wireType(compactType);
        int delta = head >> 4 & 0x0F;
        int id = delta == 0 ? i16() : (short) (lastIds[depth] + delta);
        lastIds[depth] = id;
        pendingBool = type == WireType.BOOL ? compactType : 0;
        return type << 16 | id & 0xFFFF;
    }

    /** Steps over the value of a field whose header was taken. */
    public void skipField(int field) {
        new CompactToBinary(this, null).fieldValue(field);
    }

    /** Adds a field whose header was taken to the unknown ones. */
    public UnknownFields keepField(int field, @Nullable UnknownFields fields) {
        UnknownFields kept = fields;
        if (kept == null) {
            charge(DecodedMemory.LIST * 2);
            kept = new UnknownFields();
        }
        new CompactToBinary(this, kept).field(field);
        return kept;
    }

    /** A required field is not there: the error to throw behind the struct's last field. */
    public ThriftException missing(String field) {
        return failure(Reason.MISSING_FIELD, "required field missing: " + field);
    }

    // ---- values ----

    /** A {@code bool}, of a field or of a container. */
    public boolean bool() {
        int value = pendingBool;
        pendingBool = 0;
        return (value == 0 ? take() : value) == CompactType.TRUE;
    }

    /** An {@code i8}. */
    public byte i8() {
        return take();
    }

    /** An {@code i16}. */
    public short i16() {
        return (short) i32();
    }

    /** An {@code i32}. */
    public int i32() {
        int value = (int) varint(5);
        return value >>> 1 ^ -(value & 1);
    }

    /** An {@code i64}. */
    public long i64() {
        long value = varint(10);
        return value >>> 1 ^ -(value & 1);
    }

    /** A {@code double}. */
    public double f64() {
        return Double.longBitsToDouble(Long.reverseBytes(fixed()));
    }

    /** A {@code uuid}. */
    public UUID uuid() {
        charge(32);
        return new UUID(fixed(), fixed());
    }

    /** A {@code string}; what is no UTF-8 in it becomes U+FFFD. */
    public String string() {
        int length = length();
        if (length == 0) {
            return "";
        }
        charge(DecodedMemory.STRING + 2L * length);
        String text = Utf8.read(bytes, at, length);
        at += length;
        return text;
    }

    /** A {@code binary}, copied. */
    public Bytes binary() {
        int length = length();
        if (length == 0) {
            return Bytes.empty();
        }
        charge(DecodedMemory.STRING + (long) length);
        at += length;
        return Bytes.wrap(Arrays.copyOfRange(bytes, at - length, at));
    }

    // ---- containers ----

    /** Elements of the list whose header is taken. */
    public int list(int elementType) {
        int count = elements(elementType);
        charge(DecodedMemory.LIST + (long) DecodedMemory.REFERENCE * count);
        return count;
    }

    /** Elements of the set whose header is taken. */
    public int set(int elementType) {
        int count = elements(elementType);
        charge(DecodedMemory.HASH + (long) DecodedMemory.ENTRY * count);
        return count;
    }

    /** Entries of the map whose header is taken. */
    public int map(int keyType, int valueType) {
        long header = mapHeader();
        int count = (int) header;
        int types = (int) (header >> 32);
        if (count != 0 && types != (keyType << 8 | valueType)) {
            throw failure(
                    Reason.MALFORMED,
                    "map of other types: " + (types >> 8) + " to " + (types & 0xFF) + " (expected: " + keyType + " to "
                            + valueType + ")");
        }
        charge(DecodedMemory.HASH + (long) DecodedMemory.ENTRY * count);
        return count;
    }

    /** A list of {@code bool}. */
    public BooleanList booleans() {
        boolean[] elements = new boolean[numbers(WireType.BOOL, 1)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = bool();
        }
        return BooleanList.wrap(elements);
    }

    /** A list of {@code i8}. */
    public ByteList bytes() {
        byte[] elements = new byte[numbers(WireType.BYTE, Byte.BYTES)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = i8();
        }
        return ByteList.wrap(elements);
    }

    /** A list of {@code i16}. */
    public ShortList shorts() {
        short[] elements = new short[numbers(WireType.I16, Short.BYTES)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = i16();
        }
        return ShortList.wrap(elements);
    }

    /** A list of {@code i32}. */
    public IntList ints() {
        int[] elements = new int[numbers(WireType.I32, Integer.BYTES)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = i32();
        }
        return IntList.wrap(elements);
    }

    /** A list of {@code i64}. */
    public LongList longs() {
        long[] elements = new long[numbers(WireType.I64, Long.BYTES)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = i64();
        }
        return LongList.wrap(elements);
    }

    /** A list of {@code double}. */
    public DoubleList doubles() {
        double[] elements = new double[numbers(WireType.DOUBLE, Double.BYTES)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = f64();
        }
        return DoubleList.wrap(elements);
    }

    private int elements(int elementType) {
        long header = listHeader();
        int count = (int) header;
        int type = (int) (header >> 32);
        if (count != 0 && type != elementType) {
            throw failure(Reason.MALFORMED, "elements of another type: " + type + " (expected: " + elementType + ")");
        }
        return count;
    }

    private int numbers(int elementType, int size) {
        int count = elements(elementType);
        charge(DecodedMemory.LIST + (long) size * count);
        return count;
    }

    /** Type above, count below. */
    long listHeader() {
        int head = take();
        int short4 = head >> 4 & 0x0F;
        // An empty list may say any type: some writers leave it 0.
        int type = short4 == 0 ? CompactType.toWire(head & 0x0F) : wireType(head & 0x0F);
        int count = short4 == 15 ? size("count") : short4;
        checkCount(count, CompactType.smallest(type));
        return (long) type << 32 | count;
    }

    /** Types above, count below. */
    long mapHeader() {
        int count = size("count");
        if (count == 0) {
            return 0;
        }
        int head = take();
        int keyType = wireType(head >> 4 & 0x0F);
        int valueType = wireType(head & 0x0F);
        checkCount(count, CompactType.smallest(keyType) + CompactType.smallest(valueType));
        return (long) (keyType << 8 | valueType) << 32 | count;
    }

    @Override
    String path() {
        StringBuilder path = new StringBuilder();
        for (int level = 1; level <= depth && lastIds[level] != 0; level++) {
            path.append(level == 1 ? "" : ".").append(lastIds[level]);
        }
        return path.toString();
    }
}
