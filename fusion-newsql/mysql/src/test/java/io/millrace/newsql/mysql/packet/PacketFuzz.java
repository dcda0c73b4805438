package io.millrace.newsql.mysql.packet;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Tag;

/** Any bytes in any pieces: the same messages, the same end. */
@Tag("once")
class PacketFuzz {

    @FuzzTest(maxDuration = "60s")
    void messagesDoNotDependOnHowTheStreamIsCut(FuzzedDataProvider data) {
        int piece = data.consumeInt(1, 50);
        int limit = data.consumeInt(1, 5000);
        byte[] stream = data.consumeRemainingAsBytes();
        PacketsTest.Collected whole = read(stream, Math.max(1, stream.length), limit);
        PacketsTest.Collected cut = read(stream, piece, limit);
        if (!whole.packets.equals(cut.packets) || (whole.malformed == null) != (cut.malformed == null)) {
            throw new AssertionError("whole=" + whole.packets + ", " + whole.malformed + ", cut=" + cut.packets + ", "
                    + cut.malformed + ", piece=" + piece);
        }
    }

    private static PacketsTest.Collected read(byte[] stream, int piece, int limit) {
        PacketsTest.Collected collected = new PacketsTest.Collected();
        EmbeddedChannel channel = new EmbeddedChannel(new PacketDecoder(limit, collected));
        for (int at = 0; at < stream.length; at += piece) {
            channel.writeInbound(Unpooled.copiedBuffer(stream, at, Math.min(piece, stream.length - at)));
        }
        channel.finishAndReleaseAll();
        return collected;
    }
}
