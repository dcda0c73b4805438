package io.millrace.newsql.mysql.packet;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/** Writes length-encoded numbers, and bytes and texts behind their length. All methods borrow the buffer. */
public final class LengthEncoded {
    private static final int ONE_BYTE_MAX = 250;

    /** The most bytes that a length takes. */
    public static final int LENGTH_BYTES_MAX = 9;

    private LengthEncoded() {}

    /** A number, seen as unsigned. */
    public static void writeNumber(ByteBuf out, long value) {
        if (value >= 0 && value <= ONE_BYTE_MAX) {
            out.writeByte((int) value);
        } else if (value >= 0 && value <= 0xFFFF) {
            out.writeByte(0xFC).writeShortLE((int) value);
        } else if (value >= 0 && value <= 0xFF_FFFF) {
            out.writeByte(0xFD).writeMediumLE((int) value);
        } else {
            out.writeByte(0xFE).writeLongLE(value);
        }
    }

    /** Bytes behind their length. */
    public static void writeBytes(ByteBuf out, byte[] bytes) {
        writeNumber(out, bytes.length);
        out.writeBytes(bytes);
    }

    /** A text in UTF-8 behind its length, without an array between. */
    public static void writeText(ByteBuf out, CharSequence text) {
        int bytesMax = ByteBufUtil.utf8MaxBytes(text);
        if (bytesMax <= ONE_BYTE_MAX) {
            int at = out.writerIndex();
            out.writeByte(0);
            out.setByte(at, ByteBufUtil.writeUtf8(out, text));
        } else {
            writeNumber(out, ByteBufUtil.utf8Bytes(text));
            ByteBufUtil.writeUtf8(out, text);
        }
    }

    /** A text of ASCII characters behind its length. */
    public static void writeAscii(ByteBuf out, String text) {
        writeNumber(out, text.length());
        out.writeCharSequence(text, StandardCharsets.US_ASCII);
    }
}
