package io.millrace.mesh.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/** Writes JSON tokens into a buffer, in UTF-8. Which token may follow which is the caller's business. */
final class JsonWriter {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private JsonWriter() {}

    static void writeString(ByteBuf out, CharSequence text) {
        out.writeByte('"');
        writeEscaped(out, text);
        out.writeByte('"');
    }

    /** The inside of a string. An unpaired surrogate becomes U+FFFD, since UTF-8 has no form for it. */
    static void writeEscaped(ByteBuf out, CharSequence text) {
        int plainFrom = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c == '"' || c == '\\') {
                ByteBufUtil.writeUtf8(out, text, plainFrom, i);
                writeEscape(out, c);
                plainFrom = i + 1;
            }
        }
        ByteBufUtil.writeUtf8(out, text, plainFrom, text.length());
    }

    /** Whether a byte of UTF-8 stands for itself inside a string. */
    static boolean isPlain(byte b) {
        return (b & 0xFF) >= 0x20 && b != '"' && b != '\\';
    }

    static void writeEscape(ByteBuf out, int c) {
        switch (c) {
            case '"' -> out.writeShort('\\' << 8 | '"');
            case '\\' -> out.writeShort('\\' << 8 | '\\');
            case '\n' -> out.writeShort('\\' << 8 | 'n');
            case '\r' -> out.writeShort('\\' << 8 | 'r');
            case '\t' -> out.writeShort('\\' << 8 | 't');
            default -> {
                out.writeInt('\\' << 24 | 'u' << 16 | '0' << 8 | '0');
                out.writeByte(HEX[c >> 4 & 0xF]);
                out.writeByte(HEX[c & 0xF]);
            }
        }
    }

    static void writeAscii(ByteBuf out, CharSequence ascii) {
        out.writeCharSequence(ascii, StandardCharsets.US_ASCII);
    }
}
