package io.millrace.newsql.mysql.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ColumnList;
import io.millrace.newsql.mysql.ColumnType;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnPacketsTest {

    private static byte[] written(List<ColumnDefinition> columns, int sequence) {
        ByteBuf all = Unpooled.buffer();
        PacketWriter packets = new PacketWriter(UnpooledByteBufAllocator.DEFAULT, chunk -> {
            all.writeBytes(chunk);
            chunk.release();
        });
        packets.sequence(sequence);
        packets.begin().writeByte(columns.size());
        packets.end();
        ColumnPackets.write(packets, columns, StandardCharsets.UTF_8);
        packets.begin().writeByte(0xFE);
        packets.end();
        packets.flush();
        return ByteBufUtil.getBytes(all);
    }

    /** Also beyond number 255, and when the packets are more than a chunk. */
    @Test
    void columnsThatAreKeptAreWrittenAsOthersAre() {
        List<ColumnDefinition> columns = new ArrayList<>();
        for (int i = 0; i < 1200; i++) {
            columns.add(ColumnDefinition.of("näme" + "x".repeat(i % 300), ColumnType.LONG, 63, i, i % 3, 0));
            if (i % 100 == 0) {
                ColumnList kept = ColumnList.copyOf(columns);
                assertThat(written(kept, 1)).isEqualTo(written(columns, 1));
                assertThat(written(kept, 200)).isEqualTo(written(columns, 200));
            }
        }
    }

    @Test
    void aCopyOfAKeptListIsTheListItself() {
        ColumnList kept = ColumnList.copyOf(List.of(ColumnDefinition.parameter()));
        assertThat(ColumnList.copyOf(kept)).isSameAs(kept);
        assertThat(kept.packets()).isSameAs(kept.packets());
    }
}
