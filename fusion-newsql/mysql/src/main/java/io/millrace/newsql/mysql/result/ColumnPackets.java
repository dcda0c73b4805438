package io.millrace.newsql.mysql.result;

import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ColumnList;
import io.millrace.newsql.mysql.packet.LengthEncoded;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes definitions of columns and parameters. */
public final class ColumnPackets {
    private static final int FIXED_BYTES = 0x0C;

    private ColumnPackets() {}

    /** One packet a column, names in {@code charset}. */
    public static void write(PacketWriter packets, List<ColumnDefinition> columns, Charset charset) {
        if (charset == StandardCharsets.UTF_8 && columns instanceof ColumnList kept) {
            packets.append(kept.packets());
            return;
        }
        for (ColumnDefinition column : columns) {
            write(packets.begin(), column, charset);
            packets.end();
        }
    }

    /** The same as bytes, for {@link PacketWriter#append}. */
    public static byte[] encode(List<ColumnDefinition> columns, Charset charset) {
        ByteBuf all = Unpooled.buffer();
        PacketWriter packets = new PacketWriter(UnpooledByteBufAllocator.DEFAULT, chunk -> {
            all.writeBytes(chunk);
            chunk.release();
        });
        for (ColumnDefinition column : columns) {
            write(packets.begin(), column, charset);
            packets.end();
        }
        packets.flush();
        return ByteBufUtil.getBytes(all);
    }

    /** The same for COM_FIELD_LIST, with a default value that is not told. */
    public static void writeFields(PacketWriter packets, List<ColumnDefinition> columns, Charset charset) {
        for (ColumnDefinition column : columns) {
            ByteBuf out = packets.begin();
            write(out, column, charset);
            out.writeByte(PacketReader.NULL);
            packets.end();
        }
    }

    private static void write(ByteBuf out, ColumnDefinition column, Charset charset) {
        out.writeByte(3).writeByte('d').writeByte('e').writeByte('f');
        writeName(out, column.schema(), charset);
        writeName(out, column.table(), charset);
        writeName(out, column.orgTable(), charset);
        writeName(out, column.name(), charset);
        writeName(out, column.orgName(), charset);
        out.writeByte(FIXED_BYTES);
        out.writeShortLE(column.collation());
        out.writeIntLE((int) column.length());
        out.writeByte(column.type().code());
        out.writeShortLE(column.flags());
        out.writeByte(column.decimals());
        out.writeShortLE(0);
    }

    private static void writeName(ByteBuf out, String name, Charset charset) {
        if (charset == StandardCharsets.UTF_8) {
            LengthEncoded.writeText(out, name);
        } else {
            LengthEncoded.writeBytes(out, name.getBytes(charset));
        }
    }
}
