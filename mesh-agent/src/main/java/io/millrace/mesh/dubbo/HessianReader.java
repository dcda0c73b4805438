package io.millrace.mesh.dubbo;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.Base64;

/**
 * A cursor over Hessian 2.0 bytes that reads scalars. Every read is checked against the end of the value.
 *
 * <p><b>Ownership</b>: borrows the buffer for its life. <b>Threads</b>: one.
 */
final class HessianReader {
    private final ByteBuf in;
    private final int end;
    private int index;

    HessianReader(ByteBuf in, int index, int length) {
        this.in = in;
        this.index = index;
        this.end = index + length;
    }

    int position() {
        return index;
    }

    void position(int position) {
        index = position;
    }

    boolean isAtEnd() {
        return index >= end;
    }

    int peek() {
        need(1);
        return in.getUnsignedByte(index);
    }

    int next() {
        need(1);
        return in.getUnsignedByte(index++);
    }

    static boolean isInt(int tag) {
        return tag == 'I' || tag >= 0x80 && tag <= 0xD7;
    }

    static boolean isLong(int tag) {
        return tag == 'L' || tag == 0x59 || tag >= 0xD8 || tag >= 0x38 && tag <= 0x3F;
    }

    static boolean isDouble(int tag) {
        return tag == 'D' || tag >= 0x5B && tag <= 0x5F;
    }

    static boolean isString(int tag) {
        return tag <= 0x1F || tag >= 0x30 && tag <= 0x33 || tag == 'R' || tag == 'S';
    }

    static boolean isBinary(int tag) {
        return tag >= 0x20 && tag <= 0x2F || tag >= 0x34 && tag <= 0x37 || tag == 'A' || tag == 'B';
    }

    int readInt() {
        return intOf(next());
    }

    int intOf(int tag) {
        if (tag >= 0x80 && tag <= 0xBF) {
            return tag - 0x90;
        }
        if (tag >= 0xC0 && tag <= 0xCF) {
            return (tag - 0xC8) << 8 | next();
        }
        if (tag >= 0xD0 && tag <= 0xD7) {
            return (tag - 0xD4) << 16 | nextShort();
        }
        if (tag == 'I') {
            return nextInt();
        }
        throw unexpected(tag, "an int");
    }

    long longOf(int tag) {
        if (tag >= 0xD8 && tag <= 0xEF) {
            return tag - 0xE0;
        }
        if (tag >= 0xF0) {
            return (long) (tag - 0xF8) << 8 | next();
        }
        if (tag >= 0x38 && tag <= 0x3F) {
            return (long) (tag - 0x3C) << 16 | nextShort();
        }
        if (tag == 0x59) {
            return nextInt();
        }
        if (tag == 'L') {
            return nextLong();
        }
        throw unexpected(tag, "a long");
    }

    double doubleOf(int tag) {
        return switch (tag) {
            case 0x5B -> 0.0;
            case 0x5C -> 1.0;
            case 0x5D -> (byte) next();
            case 0x5E -> (short) nextShort();
            case 0x5F -> 0.001 * nextInt();
            case 'D' -> Double.longBitsToDouble(nextLong());
            default -> throw unexpected(tag, "a double");
        };
    }

    /** Milliseconds since 1970. */
    long dateOf(int tag) {
        return tag == 'J' ? nextLong() : nextInt() * 60_000L;
    }

    String readString() {
        StringBuilder text = new StringBuilder();
        readString(next(), text::append);
        return text.toString();
    }

    /** Reads a string unit by unit, over all its chunks. */
    void readString(int firstTag, UnitSink sink) {
        int tag = firstTag;
        while (true) {
            boolean last = tag != 'R';
            int units = stringLengthOf(tag);
            // Each unit takes at least a byte, so a declared length is checked before it is believed.
            need(units);
            for (int i = 0; i < units; i++) {
                sink.unit((char) nextUnit());
            }
            if (last) {
                return;
            }
            tag = next();
        }
    }

    private int stringLengthOf(int tag) {
        if (tag <= 0x1F) {
            return tag;
        }
        if (tag >= 0x30 && tag <= 0x33) {
            return (tag - 0x30) << 8 | next();
        }
        if (tag == 'R' || tag == 'S') {
            return nextShort();
        }
        throw unexpected(tag, "a string");
    }

    private int nextUnit() {
        int first = next();
        if (first < 0x80) {
            return first;
        }
        if ((first & 0xE0) == 0xC0) {
            return (first & 0x1F) << 6 | continuation();
        }
        if ((first & 0xF0) == 0xE0) {
            return (first & 0x0F) << 12 | continuation() << 6 | continuation();
        }
        throw new DubboFormatException(
                "bad UTF-8 in a string at byte " + (index - 1) + ": 0x" + Integer.toHexString(first));
    }

    private int continuation() {
        int b = next();
        if ((b & 0xC0) != 0x80) {
            throw new DubboFormatException(
                    "bad UTF-8 in a string at byte " + (index - 1) + ": 0x" + Integer.toHexString(b));
        }
        return b & 0x3F;
    }

    /** Reads binary data and writes it as Base64. */
    void readBinary(int firstTag, ByteBuf out, boolean keep) {
        int tag = firstTag;
        int start = out.writerIndex();
        byte[] carried = new byte[0];
        while (true) {
            boolean last = tag != 'A';
            int length = binaryLengthOf(tag);
            need(length);
            byte[] bytes = new byte[carried.length + length];
            System.arraycopy(carried, 0, bytes, 0, carried.length);
            in.getBytes(index, bytes, carried.length, length);
            index += length;
            if (last) {
                writeBase64(out, bytes, bytes.length);
                break;
            }
            // Base64 works in threes; what is over waits for the next chunk.
            int whole = bytes.length / 3 * 3;
            writeBase64(out, bytes, whole);
            carried = Arrays.copyOfRange(bytes, whole, bytes.length);
            tag = next();
        }
        if (!keep) {
            out.writerIndex(start);
        }
    }

    private static void writeBase64(ByteBuf out, byte[] bytes, int length) {
        out.writeBytes(Base64.getEncoder().encode(Arrays.copyOf(bytes, length)));
    }

    private int binaryLengthOf(int tag) {
        if (tag >= 0x20 && tag <= 0x2F) {
            return tag - 0x20;
        }
        if (tag >= 0x34 && tag <= 0x37) {
            return (tag - 0x34) << 8 | next();
        }
        if (tag == 'A' || tag == 'B') {
            return nextShort();
        }
        throw unexpected(tag, "binary data");
    }

    private int nextShort() {
        need(2);
        int value = in.getUnsignedShort(index);
        index += 2;
        return value;
    }

    private int nextInt() {
        need(4);
        int value = in.getInt(index);
        index += 4;
        return value;
    }

    private long nextLong() {
        need(8);
        long value = in.getLong(index);
        index += 8;
        return value;
    }

    private void need(int bytes) {
        if (end - index < bytes) {
            throw new DubboFormatException(
                    "value ends early: " + bytes + " bytes wanted at byte " + index + ", " + (end - index) + " left");
        }
    }

    DubboFormatException unexpected(int tag, String wanted) {
        return new DubboFormatException("unexpected tag 0x" + Integer.toHexString(tag) + " at byte " + (index - 1)
                + " (expected: " + wanted + ")");
    }

    /** Takes UTF-16 units one at a time. */
    interface UnitSink {
        void unit(char unit);
    }
}
