package io.millrace.mesh.dubbo;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Any bytes of a provider are the same frames however they are cut, or malformed once; never another exception. */
@Tag("once")
class DubboFramesFuzz {
    @FuzzTest(maxDuration = "1m")
    void framesDoNotDependOnHowTheStreamIsCut(byte[] stream) {
        List<String> whole = read(stream, Math.max(1, stream.length));
        List<String> cut = read(stream, 7);
        if (!whole.equals(cut)) {
            throw new AssertionError("frames differ: " + whole + " and " + cut);
        }
    }

    private static List<String> read(byte[] stream, int step) {
        Frames frames = new Frames();
        EmbeddedChannel channel = new EmbeddedChannel(frames);
        for (int at = 0; at < stream.length; at += step) {
            channel.writeInbound(
                    Unpooled.copiedBuffer(Arrays.copyOfRange(stream, at, Math.min(stream.length, at + step))));
        }
        channel.checkException();
        channel.finishAndReleaseAll();
        return frames.seen;
    }

    private static final class Frames extends DubboFrames {
        private final List<String> seen = new ArrayList<>();

        Frames() {
            super(1024);
        }

        @Override
        void onResponse(long id, int status, int serialization, ByteBuf in, int index, int length) {
            in.getBytes(index, new byte[length]);
            seen.add("response " + id + ' ' + status + ' ' + serialization + ' ' + length);
        }

        @Override
        void onEventAnswered() {
            seen.add("event answered");
        }

        @Override
        void onEvent(ChannelHandlerContext ctx, long id, int flag, char event) {
            seen.add("event " + id + ' ' + event);
        }

        @Override
        protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
            seen.add("malformed " + why.what());
        }
    }
}
