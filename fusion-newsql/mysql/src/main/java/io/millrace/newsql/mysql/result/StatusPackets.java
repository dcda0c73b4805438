package io.millrace.newsql.mysql.result;

import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.SessionChange;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.StatusFlags;
import io.millrace.newsql.mysql.packet.LengthEncoded;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes OK, EOF and ERR: the packets that end results and commands. */
public final class StatusPackets {
    private static final int OK = 0x00;
    private static final int EOF = 0xFE;
    private static final int ERR = 0xFF;
    private static final int WARNINGS_MAX = 0xFFFF;

    /** MySQL's own bound of a message. */
    private static final int MESSAGE_CHARS_MAX = 512;

    private StatusPackets() {}

    /** OK without anything to tell. */
    public static void ok(PacketWriter packets, int status) {
        packets.begin()
                .writeByte(OK)
                .writeByte(0)
                .writeByte(0)
                .writeShortLE(status)
                .writeShortLE(0);
        packets.end();
    }

    static void ok(PacketWriter packets, int capabilities, Ending ending, int status) {
        ByteBuf out = packets.begin();
        out.writeByte(OK);
        writeOkFields(out, capabilities, ending, status);
        packets.end();
    }

    /** The end of rows, in the form that the client knows. */
    static void end(PacketWriter packets, int capabilities, Ending ending, int status) {
        ByteBuf out = packets.begin();
        out.writeByte(EOF);
        if ((capabilities & Capabilities.DEPRECATE_EOF) != 0) {
            writeOkFields(out, capabilities, ending, status);
        } else {
            out.writeShortLE(Math.min(ending.warnings(), WARNINGS_MAX)).writeShortLE(status);
        }
        packets.end();
    }

    /** The end of definitions, for a client that expects one. */
    public static void endOfDefinitions(PacketWriter packets, int capabilities, int status) {
        if ((capabilities & Capabilities.DEPRECATE_EOF) == 0) {
            eof(packets, status);
        }
    }

    /** The old EOF packet, whatever the client knows. */
    public static void eof(PacketWriter packets, int status) {
        packets.begin().writeByte(EOF).writeShortLE(0).writeShortLE(status);
        packets.end();
    }

    private static void writeOkFields(ByteBuf out, int capabilities, Ending ending, int status) {
        boolean tracks = (capabilities & Capabilities.SESSION_TRACK) != 0;
        List<SessionChange> changes = tracks ? ending.changes() : List.of();
        int flags = changes.isEmpty() ? status : status | StatusFlags.SESSION_STATE_CHANGED;
        LengthEncoded.writeNumber(out, ending.affectedRows());
        LengthEncoded.writeNumber(out, ending.lastInsertId());
        out.writeShortLE(flags).writeShortLE(Math.min(ending.warnings(), WARNINGS_MAX));
        // With its length whatever the client knows, as MySQL sends it; its documentation says otherwise.
        if (!ending.info().isEmpty() || !changes.isEmpty()) {
            LengthEncoded.writeText(out, ending.info());
        }
        if (!changes.isEmpty()) {
            SessionChanges.write(out, changes);
        }
    }

    /** An error; before the client has said what it knows, without the state. */
    public static void error(PacketWriter packets, SqlException error, boolean withState) {
        ByteBuf out = packets.begin();
        out.writeByte(ERR).writeShortLE(error.code());
        if (withState) {
            out.writeByte('#');
            out.writeCharSequence(error.sqlState(), StandardCharsets.US_ASCII);
        }
        String text = error.text();
        ByteBufUtil.writeUtf8(out, text.length() > MESSAGE_CHARS_MAX ? text.substring(0, MESSAGE_CHARS_MAX) : text);
        packets.end();
    }
}
