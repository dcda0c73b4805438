package io.millrace.newsql.mysql.packet;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.LeakCheck;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
class PacketsTest {

    /** What a decoder said, with the packets' memory given back. */
    static final class Collected implements PacketEvents {
        final List<String> packets = new ArrayList<>();

        @Nullable
        FrameException malformed;

        @Override
        public void onPacket(Packet packet) {
            packets.add(packet.firstSequence() + ".." + packet.lastSequence() + ":"
                    + packet.payload().readableBytes() + ":" + io.netty.buffer.ByteBufUtil.hashCode(packet.payload()));
            packet.release();
        }

        @Override
        public void onMalformed(FrameException why) {
            malformed = why;
        }
    }

    private static List<ByteBuf> write(int... lengths) {
        List<ByteBuf> chunks = new ArrayList<>();
        PacketWriter writer = new PacketWriter(PooledByteBufAllocator.DEFAULT, chunks::add);
        for (int length : lengths) {
            writer.begin().writeZero(length);
            writer.end();
        }
        writer.flush();
        return chunks;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 250, 32_768, 0xFF_FFFE, 0xFF_FFFF, 0x100_0000, 2 * 0xFF_FFFF, 2 * 0xFF_FFFF + 1})
    void whatIsWrittenIsReadAsOneMessage(int length) {
        Collected collected = new Collected();
        EmbeddedChannel channel = new EmbeddedChannel(new PacketDecoder(64 << 20, collected));
        write(3, length, 5).forEach(channel::writeInbound);
        int packets = length / PacketDescriptor.PAYLOAD_MAX;
        assertThat(collected.malformed).isNull();
        assertThat(collected.packets).hasSize(3);
        assertThat(collected.packets.get(1)).startsWith("1.." + (1 + packets) + ":" + length + ":");
        assertThat(collected.packets.get(2)).startsWith((2 + packets) + ".." + (2 + packets) + ":5:");
        channel.finishAndReleaseAll();
    }

    @Test
    void joinedPacketsAreHeldAgainstTheLimitBeforeTheyArrive() {
        Collected collected = new Collected();
        EmbeddedChannel channel = new EmbeddedChannel(new PacketDecoder(0xFF_FFFF + 10, collected));
        List<ByteBuf> chunks = write(0xFF_FFFF);
        channel.writeInbound(chunks.get(0));
        chunks.subList(1, chunks.size()).forEach(ByteBuf::release);
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {11, 0, 0, 1}));
        FrameException malformed = collected.malformed;
        assertThat(malformed).isNotNull().hasMessageContaining("packet length: 16777226");
        channel.finishAndReleaseAll();
    }

    @Test
    void partsOutOfOrderAreMalformed() {
        Collected collected = new Collected();
        EmbeddedChannel channel = new EmbeddedChannel(new PacketDecoder(64 << 20, collected));
        List<ByteBuf> chunks = write(0xFF_FFFF);
        channel.writeInbound(chunks.get(0));
        chunks.subList(1, chunks.size()).forEach(ByteBuf::release);
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {1, 0, 0, 7, 9}));
        assertThat(collected.malformed).isNotNull().hasMessageContaining("packet sequence: 7");
        channel.finishAndReleaseAll();
    }

    @Test
    void anUndoneMessageLeavesNoTrace() {
        List<ByteBuf> chunks = new ArrayList<>();
        PacketWriter writer = new PacketWriter(PooledByteBufAllocator.DEFAULT, chunks::add);
        writer.sequence(4);
        writer.begin().writeZero(100);
        writer.undo();
        writer.begin().writeByte(7);
        writer.end();
        writer.flush();
        ByteBuf only = chunks.get(0);
        assertThat(io.netty.buffer.ByteBufUtil.hexDump(only)).isEqualTo("0100000407");
        only.release();
    }
}
