package io.millrace.thrift;

/**
 * Types as the binary protocol numbers them.
 *
 * <p><b>Source.</b> Apache Thrift's {@code doc/specs/thrift-binary-protocol.md}.
 */
public final class WireType {
    /** Ends a struct's fields. */
    public static final int STOP = 0;

    public static final int BOOL = 2;
    public static final int BYTE = 3;
    public static final int DOUBLE = 4;
    public static final int I16 = 6;
    public static final int I32 = 8;
    public static final int I64 = 10;

    /** Strings and binaries. */
    public static final int STRING = 11;

    /** Structs, unions and exceptions. */
    public static final int STRUCT = 12;

    public static final int MAP = 13;
    public static final int SET = 14;
    public static final int LIST = 15;
    public static final int UUID = 16;

    /** Smallest encoding in bytes of a value of each type; 0 where there is no such type. As long as there are bytes, so that no index is out of bounds. */
    private static final byte[] SMALLEST = table(0, 0, 1, 1, 8, 0, 2, 0, 4, 0, 8, 4, 1, 6, 5, 5, 16);

    /** Bytes of each value of a type; 0 where values differ in size or there is no such type. */
    private static final byte[] FIXED = table(0, 0, 1, 1, 8, 0, 2, 0, 4, 0, 8, 0, 0, 0, 0, 0, 16);

    private WireType() {}

    private static byte[] table(int... sizes) {
        byte[] table = new byte[256];
        for (int type = 0; type < sizes.length; type++) {
            table[type] = (byte) sizes[type];
        }
        return table;
    }

    /** The fewest bytes that a value of {@code type}, a byte, takes in the binary protocol, or 0 if there is no such type. */
    static int smallest(int type) {
        return SMALLEST[type & 0xFF];
    }

    /** The bytes that every value of {@code type}, a byte, takes in the binary protocol, or 0 if they differ or there is no such type. */
    static int fixed(int type) {
        return FIXED[type & 0xFF];
    }
}
