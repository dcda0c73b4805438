package io.millrace.benchmark.newsql.drive;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * The packets of MySQL's protocol that a driver of a load needs, as a client.
 *
 * <pre>
 *  0..2 length of what follows the header, little endian      3 sequence      4.. payload
 * </pre>
 *
 * <p>Payloads of 16 MiB and more do not occur. <b>Source.</b> MySQL's source documentation, "Client/Server Protocol".
 */
public final class MysqlPackets {
    public static final int HEADER_BYTES = 4;

    public static final int COM_QUERY = 0x03;
    public static final int COM_STMT_PREPARE = 0x16;
    public static final int COM_STMT_EXECUTE = 0x17;

    public static final int OK = 0x00;
    public static final int MORE_DATA = 0x01;
    public static final int EOF = 0xfe;
    public static final int ERROR = 0xff;

    /** A packet that begins with {@link #EOF} and is shorter than this is one. */
    public static final int EOF_BYTES_MAX = 9;

    private static final int LONG_PASSWORD = 0x1;
    private static final int WITH_DATABASE = 0x8;
    private static final int PROTOCOL_41 = 0x200;
    private static final int TRANSACTIONS = 0x2000;
    private static final int SECURE_CONNECTION = 0x8000;
    private static final int PLUGIN_AUTH = 0x80000;
    private static final int UTF8MB4_GENERAL_CI = 45;
    private static final int PACKET_MAX = 64 << 20;

    private MysqlPackets() {}

    /** Bytes of the whole packet at this index, its header included; -1 if it is not there whole. */
    public static int lengthOf(ByteBuf in, int index) {
        if (in.writerIndex() - index < HEADER_BYTES) {
            return -1;
        }
        int length = HEADER_BYTES + in.getUnsignedMediumLE(index);
        return in.writerIndex() - index < length ? -1 : length;
    }

    /** Begins a packet; {@link #end} writes its length. Borrows the buffer. */
    public static int begin(ByteBuf out, int sequence) {
        int start = out.writerIndex();
        out.writeMediumLE(0).writeByte(sequence);
        return start;
    }

    public static void end(ByteBuf out, int start) {
        out.setMediumLE(start, out.writerIndex() - start - HEADER_BYTES);
    }

    /** The answer to a greeting: root, no password, this database (empty: none). */
    public static void login(ByteBuf out, String database) {
        int capabilities = LONG_PASSWORD | PROTOCOL_41 | TRANSACTIONS | SECURE_CONNECTION | PLUGIN_AUTH;
        int start = begin(out, 1);
        out.writeIntLE(database.isEmpty() ? capabilities : capabilities | WITH_DATABASE);
        out.writeIntLE(PACKET_MAX).writeByte(UTF8MB4_GENERAL_CI).writeZero(23);
        text(out, "root");
        out.writeByte(0);
        if (!database.isEmpty()) {
            text(out, database);
        }
        text(out, "mysql_native_password");
        end(out, start);
    }

    /** To a server that asks for another way to log in: an empty password is empty in each. */
    public static void emptyPassword(ByteBuf out, int sequence) {
        end(out, begin(out, sequence));
    }

    /** A command whose argument is a text. */
    public static void command(ByteBuf out, int command, String text) {
        int start = begin(out, 0);
        out.writeByte(command).writeCharSequence(text, StandardCharsets.UTF_8);
        end(out, start);
    }

    private static void text(ByteBuf out, String text) {
        out.writeCharSequence(text, StandardCharsets.UTF_8);
        out.writeByte(0);
    }

    /** What an error packet says; {@code start} is that of its payload. */
    public static String error(ByteBuf in, int start, int length) {
        int code = in.getUnsignedShortLE(start + 1);
        return code + " " + in.toString(start + 3, Math.max(0, length - 3), StandardCharsets.UTF_8);
    }
}
