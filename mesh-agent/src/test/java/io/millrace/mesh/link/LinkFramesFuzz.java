package io.millrace.mesh.link;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.mesh.MethodKey;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Any bytes on the link port are calls, or malformed once; never a fault of ours, and how they are cut does not matter. */
@Tag("once")
class LinkFramesFuzz {
    private static final LinkLimits LIMITS = new LinkLimits(4096, 4, Duration.ofHours(1), Duration.ofHours(1));

    @FuzzTest(maxDuration = "1m")
    void callsDoNotDependOnHowTheStreamIsCut(byte[] stream) {
        List<String> whole = read(stream, Math.max(1, stream.length));
        List<String> cut = read(stream, 7);
        if (!whole.equals(cut)) {
            throw new AssertionError("calls differ: " + whole + " and " + cut);
        }
    }

    private static List<String> read(byte[] stream, int step) {
        Calls calls = new Calls();
        EmbeddedChannel channel = new EmbeddedChannel(new LinkSession<>(LIMITS, new LinkTraffic(), calls));
        for (int at = 0; at < stream.length && channel.isOpen(); at += step) {
            channel.writeInbound(
                    Unpooled.copiedBuffer(Arrays.copyOfRange(stream, at, Math.min(stream.length, at + step))));
        }
        channel.checkException();
        channel.finishAndReleaseAll();
        return calls.seen;
    }

    private static final class Calls implements LinkCalls<MethodKey> {
        private final List<String> seen = new ArrayList<>();

        @Override
        public MethodKey resolve(MethodKey method) {
            return method;
        }

        @Override
        public void onCall(
                LinkSession<MethodKey> session,
                long id,
                MethodKey target,
                int protocol,
                int serialization,
                int budgetMicros,
                Map<String, String> attachments,
                ByteBuf in,
                int index,
                int length) {
            in.getBytes(index, new byte[length]);
            seen.add("call " + id + ' ' + target + ' ' + budgetMicros + ' ' + attachments + ' ' + length);
        }

        @Override
        public void onOpened(LinkSession<MethodKey> session) {}

        @Override
        public void onClosed(LinkSession<MethodKey> session) {}

        @Override
        public void onMalformed(String peer, FrameException why) {
            seen.add("malformed " + why.what());
        }

        @Override
        public void onFault(Throwable cause) {
            throw new AssertionError("a fault of ours", cause);
        }
    }
}
