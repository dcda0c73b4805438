package io.millrace.mesh.dubbo;

import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * Writes the few Hessian 2.0 values that the envelope of a call and scalar arguments need.
 *
 * <p>A string counts UTF-16 units and writes each as up to three bytes, surrogates one by one: hessian-lite reads no four-byte
 * form.
 */
final class HessianWriter {
    /** Units in one chunk of a string; what is longer goes in several. */
    private static final int CHUNK = 0x8000;
    /** Longest string that the two-byte form {@code 0x30..0x33} holds. */
    private static final int SHORT_MAX = 0x3FF;

    private HessianWriter() {}

    static void writeNull(ByteBuf out) {
        out.writeByte('N');
    }

    static void writeBoolean(ByteBuf out, boolean value) {
        out.writeByte(value ? 'T' : 'F');
    }

    static void writeInt(ByteBuf out, int value) {
        if (value >= -0x10 && value <= 0x2F) {
            out.writeByte(0x90 + value);
        } else if (value >= -0x800 && value <= 0x7FF) {
            out.writeShort((0xC8 + (value >> 8)) << 8 | (value & 0xFF));
        } else if (value >= -0x40000 && value <= 0x3FFFF) {
            out.writeMedium((0xD4 + (value >> 16)) << 16 | (value & 0xFFFF));
        } else {
            out.writeByte('I');
            out.writeInt(value);
        }
    }

    static void writeLong(ByteBuf out, long value) {
        if (value >= -0x08 && value <= 0x0F) {
            out.writeByte((int) (0xE0 + value));
        } else if (value >= -0x800 && value <= 0x7FF) {
            out.writeShort((int) ((0xF8 + (value >> 8)) << 8 | (value & 0xFF)));
        } else if (value >= -0x40000 && value <= 0x3FFFF) {
            out.writeMedium((int) ((0x3C + (value >> 16)) << 16 | (value & 0xFFFF)));
        } else if (value >= Integer.MIN_VALUE && value <= Integer.MAX_VALUE) {
            out.writeByte(0x59);
            out.writeInt((int) value);
        } else {
            out.writeByte('L');
            out.writeLong(value);
        }
    }

    static void writeDouble(ByteBuf out, double value) {
        out.writeByte('D');
        out.writeDouble(value);
    }

    /** Most bytes that a string of {@code utf8Bytes} bytes of UTF-8 becomes: supplementary characters grow from 4 to 6. */
    static int maxStringLength(int utf8Bytes) {
        return utf8Bytes + utf8Bytes / 2 + 3 + 3 * (utf8Bytes / CHUNK + 1);
    }

    static void writeString(ByteBuf out, CharSequence text) {
        int length = text.length();
        int from = 0;
        while (length - from > CHUNK) {
            // A chunk may not end inside a surrogate pair.
            int end = from + CHUNK - (Character.isHighSurrogate(text.charAt(from + CHUNK - 1)) ? 1 : 0);
            out.writeByte('R');
            out.writeShort(end - from);
            writeUnits(out, text, from, end);
            from = end;
        }
        writeFinalLength(out, length - from);
        writeUnits(out, text, from, length);
    }

    /** Writes {@code length} bytes of ASCII as a string without decoding them. */
    static void writeAscii(ByteBuf out, ByteBuf in, int index, int length) {
        int from = index;
        int left = length;
        while (left > CHUNK) {
            out.writeByte('R');
            out.writeShort(CHUNK);
            out.writeBytes(in, from, CHUNK);
            from += CHUNK;
            left -= CHUNK;
        }
        writeFinalLength(out, left);
        out.writeBytes(in, from, left);
    }

    static void writeMap(ByteBuf out, Map<String, String> map) {
        out.writeByte('H');
        for (Map.Entry<String, String> each : map.entrySet()) {
            writeString(out, each.getKey());
            writeString(out, each.getValue());
        }
        out.writeByte('Z');
    }

    private static void writeFinalLength(ByteBuf out, int units) {
        if (units <= 0x1F) {
            out.writeByte(units);
        } else if (units <= SHORT_MAX) {
            out.writeShort(0x3000 | units);
        } else {
            out.writeByte('S');
            out.writeShort(units);
        }
    }

    private static void writeUnits(ByteBuf out, CharSequence text, int from, int end) {
        for (int i = from; i < end; i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                out.writeByte(unit);
            } else if (unit < 0x800) {
                out.writeShort((0xC0 | unit >> 6) << 8 | (0x80 | unit & 0x3F));
            } else {
                out.writeMedium((0xE0 | unit >> 12) << 16 | (0x80 | unit >> 6 & 0x3F) << 8 | (0x80 | unit & 0x3F));
            }
        }
    }
}
