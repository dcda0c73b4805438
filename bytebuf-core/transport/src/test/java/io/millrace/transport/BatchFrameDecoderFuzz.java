package io.millrace.transport;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;

/** Any bytes in any chunks: the frames are those of a plain reading of the whole stream, and all memory comes back. */
@Tag("once")
class BatchFrameDecoderFuzz {
    private static final int CHUNK_MAX = 512;

    @FuzzTest
    void framesDoNotDependOnHowTheStreamIsCut(FuzzedDataProvider data) {
        int firstChunk = data.consumeInt(1, CHUNK_MAX);
        int nextChunks = data.consumeInt(1, CHUNK_MAX);
        byte[] stream = data.consumeRemainingAsBytes();

        TestFrames whole = decode(stream, Math.max(1, stream.length), Math.max(1, stream.length));
        TestFrames cut = decode(stream, firstChunk, nextChunks);

        if (!sameBodies(whole, cut) || whole.malformed != cut.malformed) {
            throw new AssertionError("frames differ: whole=" + whole.bodies.size() + ", cut=" + cut.bodies.size()
                    + ", firstChunk=" + firstChunk + ", nextChunks=" + nextChunks);
        }
    }

    private static TestFrames decode(byte[] stream, int firstChunk, int nextChunks) {
        TestFrames decoder = new TestFrames();
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        int length = firstChunk;
        for (int at = 0; at < stream.length && channel.isOpen(); at += length, length = nextChunks) {
            int end = Math.min(stream.length, at + length);
            ByteBuf chunk = channel.alloc().buffer(end - at).writeBytes(stream, at, end - at);
            channel.writeInbound(chunk);
            if (chunk.refCnt() != 0) {
                throw new AssertionError("read buffer not released: refCnt=" + chunk.refCnt());
            }
            length = end - at;
        }
        channel.finishAndReleaseAll();
        return decoder;
    }

    private static boolean sameBodies(TestFrames whole, TestFrames cut) {
        return Arrays.deepEquals(whole.bodies.toArray(), cut.bodies.toArray());
    }
}
