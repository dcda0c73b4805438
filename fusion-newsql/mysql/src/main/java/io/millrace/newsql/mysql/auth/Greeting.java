package io.millrace.newsql.mysql.auth;

import io.millrace.newsql.mysql.AuthPlugin;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * The first packet, version 10 of the handshake.
 *
 * <pre>
 *  | 0A | version 00 | connection | scramble, 8 | 00 | capabilities, low | collation | status | capabilities, high
 *  | 21 | ten zeros | scramble, 12 | 00 | plugin 00
 * </pre>
 */
public final class Greeting {
    private static final int PROTOCOL_VERSION = 10;
    private static final int SCRAMBLE_FIRST = 8;
    private static final int RESERVED_BYTES = 10;

    private Greeting() {}

    /** Writes it; borrows {@code out}. */
    public static void write(
            ByteBuf out,
            String version,
            long connection,
            byte[] scramble,
            int capabilities,
            int collation,
            int status) {
        out.writeByte(PROTOCOL_VERSION);
        writeZeroEnded(out, version);
        out.writeIntLE((int) connection);
        out.writeBytes(scramble, 0, SCRAMBLE_FIRST).writeByte(0);
        out.writeShortLE(capabilities & 0xFFFF);
        out.writeByte(collation);
        out.writeShortLE(status);
        out.writeShortLE(capabilities >>> 16);
        out.writeByte(scramble.length + 1);
        out.writeZero(RESERVED_BYTES);
        out.writeBytes(scramble, SCRAMBLE_FIRST, scramble.length - SCRAMBLE_FIRST)
                .writeByte(0);
        writeZeroEnded(out, AuthPlugin.CACHING_SHA2_PASSWORD.wireName());
    }

    private static void writeZeroEnded(ByteBuf out, String text) {
        out.writeCharSequence(text, StandardCharsets.US_ASCII);
        out.writeByte(0);
    }
}
