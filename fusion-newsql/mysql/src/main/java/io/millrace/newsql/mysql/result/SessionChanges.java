package io.millrace.newsql.mysql.result;

import io.millrace.newsql.mysql.SessionChange;
import io.millrace.newsql.mysql.packet.LengthEncoded;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;

/**
 * Writes what has changed in a session, as an OK packet tells it.
 *
 * <pre>
 *  | length of all | type | length | data | type | length | data | …
 * </pre>
 */
final class SessionChanges {
    private static final int VARIABLE = 0;
    private static final int SCHEMA = 1;
    private static final int ANY = 2;
    private static final int GTIDS = 3;
    private static final int CHARACTERISTICS = 4;
    private static final int STATE = 5;

    private SessionChanges() {}

    static void write(ByteBuf out, List<SessionChange> changes) {
        ByteBuf all = Unpooled.buffer(64); // rare and small: on the heap, for the collector
        changes.forEach(change -> write(all, change));
        LengthEncoded.writeNumber(out, all.readableBytes());
        out.writeBytes(all);
    }

    private static void write(ByteBuf all, SessionChange change) {
        if (change instanceof SessionChange.Variable variable) {
            all.writeByte(VARIABLE);
            LengthEncoded.writeNumber(all, lengthOf(variable.name()) + lengthOf(variable.value()));
            LengthEncoded.writeText(all, variable.name());
            LengthEncoded.writeText(all, variable.value());
        } else if (change instanceof SessionChange.Schema schema) {
            writeText(all, SCHEMA, schema.name());
        } else if (change instanceof SessionChange.Gtids gtids) {
            all.writeByte(GTIDS);
            LengthEncoded.writeNumber(all, 1 + lengthOf(gtids.gtids()));
            all.writeByte(0); // the only encoding there is: as text
            LengthEncoded.writeText(all, gtids.gtids());
        } else if (change instanceof SessionChange.TransactionCharacteristics characteristics) {
            writeText(all, CHARACTERISTICS, characteristics.statements());
        } else if (change instanceof SessionChange.TransactionState state) {
            writeText(all, STATE, state.state());
        } else {
            writeText(all, ANY, "1");
        }
    }

    private static void writeText(ByteBuf all, int type, String text) {
        all.writeByte(type);
        LengthEncoded.writeNumber(all, lengthOf(text));
        LengthEncoded.writeText(all, text);
    }

    /** Bytes of a text with its length in front. */
    private static long lengthOf(String text) {
        int bytes = ByteBufUtil.utf8Bytes(text);
        if (bytes <= 250) {
            return bytes + 1L;
        }
        return bytes <= 0xFFFF ? bytes + 3L : bytes + 4L;
    }
}
