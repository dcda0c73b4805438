package io.millrace.newsql.node.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Writes replies. Where the versions of the protocol differ, the connection's decides.
 *
 * <p>Borrows the buffer that it writes to. <b>Threads.</b> Safe: it has no state but the version.
 */
public enum RespWriter {
    /** What a connection speaks until it says HELLO 3. */
    RESP2,
    /** With maps, NULL and doubles of their own. */
    RESP3;

    private static final int DIGITS_MAX = 20;
    private static final short LINE_END = '\r' << 8 | '\n';

    public void simple(ByteBuf out, String ascii) {
        out.writeByte('+');
        ByteBufUtil.writeAscii(out, ascii);
        out.writeShort(LINE_END);
    }

    /** An error: its code is the first word. Line ends in the text become spaces. */
    public void error(ByteBuf out, String text) {
        out.writeByte('-');
        ByteBufUtil.writeUtf8(out, text.replace('\r', ' ').replace('\n', ' '));
        out.writeShort(LINE_END);
    }

    public void integer(ByteBuf out, long value) {
        header(out, ':', value);
    }

    public void bulk(ByteBuf out, byte[] bytes) {
        header(out, '$', bytes.length);
        out.writeBytes(bytes).writeShort(LINE_END);
    }

    public void bulk(ByteBuf out, byte[] from, int index, int length) {
        header(out, '$', length);
        out.writeBytes(from, index, length).writeShort(LINE_END);
    }

    public void bulk(ByteBuf out, ByteBuf from, int index, int length) {
        header(out, '$', length);
        out.writeBytes(from, index, length).writeShort(LINE_END);
    }

    /** Takes the readable bytes. */
    public void bulk(ByteBuf out, ByteBuffer bytes) {
        header(out, '$', bytes.remaining());
        out.writeBytes(bytes).writeShort(LINE_END);
    }

    public void bulk(ByteBuf out, String text) {
        bulk(out, text.getBytes(StandardCharsets.UTF_8));
    }

    /** What is not there. */
    public void missing(ByteBuf out) {
        if (this == RESP3) {
            out.writeByte('_').writeShort(LINE_END);
        } else {
            header(out, '$', -1);
        }
    }

    /** So many replies follow. */
    public void array(ByteBuf out, int count) {
        header(out, '*', count);
    }

    /** So many pairs of replies follow. */
    public void map(ByteBuf out, int pairs) {
        if (this == RESP3) {
            header(out, '%', pairs);
        } else {
            header(out, '*', 2L * pairs);
        }
    }

    /** A score: as text in RESP2. */
    public void real(ByteBuf out, double value) {
        String text = textOf(value);
        if (this == RESP3) {
            out.writeByte(',');
            ByteBufUtil.writeAscii(out, text);
            out.writeShort(LINE_END);
        } else {
            bulk(out, text);
        }
    }

    /** As Redis writes a double: whole numbers without a point, infinities as words. */
    public static String textOf(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return Double.toString(value).replace('E', 'e');
    }

    private static void header(ByteBuf out, char kind, long value) {
        out.ensureWritable(1 + DIGITS_MAX + 2);
        out.writeByte(kind);
        digits(out, value);
        out.writeShort(LINE_END);
    }

    /** Digits of a number, without making an object. */
    private static void digits(ByteBuf out, long value) {
        if (value == Long.MIN_VALUE) {
            ByteBufUtil.writeAscii(out, Long.toString(value));
            return;
        }
        long left = value;
        if (left < 0) {
            out.writeByte('-');
            left = -left;
        }
        int count = 1;
        for (long power = 10; count < DIGITS_MAX - 1 && left >= power; power *= 10) {
            count++;
        }
        int end = out.writerIndex() + count;
        for (int at = end - 1; at >= end - count; at--) {
            out.setByte(at, (byte) ('0' + left % 10));
            left /= 10;
        }
        out.writerIndex(end);
    }
}
