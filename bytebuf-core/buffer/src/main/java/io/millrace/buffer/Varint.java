package io.millrace.buffer;

import io.netty.buffer.ByteBuf;

/**
 * Unsigned LEB128: seven bits a byte, the lowest first, the top bit set on all bytes but the last.
 *
 * <pre>
 *   300 = 0b1_0010_1100   →   | 1 0101100 | 0 0000010 |
 * </pre>
 *
 * <p><b>Shape.</b> An {@code int} takes 1 to 5 bytes, a {@code long} 1 to 10. Numbers are unsigned: a negative {@code int} is written as the large unsigned
 * number with the same bits; {@link #zigzag(int)} first makes small negative numbers small. Padding ({@code 80 00} for 0) is read, as in Protocol Buffers, within the
 * same number of bytes.
 *
 * <p><b>Ownership.</b> All methods borrow. <b>Threads.</b> Stateless.
 *
 * <p><b>Errors.</b> {@link VarintException}: the bytes end inside a number, or the number has more bits than its type. The reader index is
 * unchanged then, so a caller that waits for more bytes may read again.
 *
 * <p><b>Source.</b> DWARF 5, section 7.6; Protocol Buffers encoding, "Base 128 Varints" and "Signed Integers".
 */
public final class Varint {
    /** The most bytes that an {@code int} takes. */
    public static final int INT_BYTES_MAX = 5;

    /** The most bytes that a {@code long} takes. */
    public static final int LONG_BYTES_MAX = 10;

    private static final int BITS = 7;
    private static final int MORE = 0x80;
    private static final int LOW = 0x7F;

    private Varint() {}

    /** Bytes that {@link #writeInt} takes for {@code value}. */
    public static int sizeOf(int value) {
        return sizeOf(Integer.toUnsignedLong(value));
    }

    /** Bytes that {@link #writeLong} takes for {@code value}. */
    public static int sizeOf(long value) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
        return (bits + BITS - 1) / BITS;
    }

    /** Writes {@code value} at the writer index, which grows by {@link #sizeOf(int)}. */
    public static void writeInt(ByteBuf out, int value) {
        writeLong(out, Integer.toUnsignedLong(value));
    }

    /** Writes {@code value} at the writer index, which grows by {@link #sizeOf(long)}. */
    public static void writeLong(ByteBuf out, long value) {
        out.ensureWritable(sizeOf(value));
        long left = value;
        while ((left & ~LOW) != 0) {
            out.writeByte((int) left & LOW | MORE);
            left >>>= BITS;
        }
        out.writeByte((int) left);
    }

    /** Reads an {@code int} and moves the reader index behind it. */
    public static int readInt(ByteBuf in) {
        return (int) read(in, Integer.SIZE, INT_BYTES_MAX);
    }

    /** Reads a {@code long} and moves the reader index behind it. */
    public static long readLong(ByteBuf in) {
        return read(in, Long.SIZE, LONG_BYTES_MAX);
    }

    /** Maps 0, -1, 1, -2, 2 … to 0, 1, 2, 3, 4 …. */
    public static int zigzag(int value) {
        return value << 1 ^ value >> Integer.SIZE - 1;
    }

    /** Maps 0, -1, 1, -2, 2 … to 0, 1, 2, 3, 4 …. */
    public static long zigzag(long value) {
        return value << 1 ^ value >> Long.SIZE - 1;
    }

    /** The inverse of {@link #zigzag(int)}. */
    public static int unzigzag(int value) {
        return value >>> 1 ^ -(value & 1);
    }

    /** The inverse of {@link #zigzag(long)}. */
    public static long unzigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }

    private static long read(ByteBuf in, int bits, int bytesMax) {
        int start = in.readerIndex();
        int present = Math.min(in.readableBytes(), bytesMax);
        long value = 0;
        for (int place = 0; place < present; place++) {
            int part = in.getByte(start + place);
            int shift = place * BITS;
            if (place == bytesMax - 1 && (part & 0xFF) >>> (bits - shift) != 0) {
                throw VarintException.tooLong(bits, start);
            }
            value |= (long) (part & LOW) << shift;
            if (part >= 0) {
                in.readerIndex(start + place + 1);
                return value;
            }
        }
        throw VarintException.truncated(present, start);
    }
}
