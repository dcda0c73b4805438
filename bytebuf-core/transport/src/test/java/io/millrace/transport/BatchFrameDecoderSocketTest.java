package io.millrace.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The decoder and the batch together over real sockets. */
@ExtendWith(LeakCheck.class)
@SuppressWarnings("FutureReturnValueIgnored") // the channel itself shows what became of it
class BatchFrameDecoderSocketTest {
    static Stream<TransportKind> kinds() {
        return Available.kinds();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void answersComeBackInOrder(TransportKind kind) {
        Random random = Seeds.random("BatchFrameDecoderSocketTest." + kind);
        try (Loopback loopback = Loopback.open(kind)) {
            InetSocketAddress address = loopback.serve(Answering::new);
            Gathered answers = new Gathered();
            Channel client = loopback.connect(address, loopback.loops().loops().get(0), answers);
            ByteBuf sent = client.alloc().buffer();
            for (int i = 0; i < 300; i++) {
                TestFrames.write(sent, TestFrames.body(random, random.nextInt(i % 50 == 0 ? 200_000 : 200)));
            }
            sendInPieces(client, sent, random);
            await().until(() -> answers.size() == sent.readableBytes());
            assertThat(answers.bytes()).isEqualTo(ByteBufUtil.getBytes(sent));
            sent.release();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void badLengthsCloseOnlyTheirOwnConnection(TransportKind kind) {
        try (Loopback loopback = Loopback.open(kind)) {
            InetSocketAddress address = loopback.serve(Answering::new);
            Gathered answers = new Gathered();
            Channel good = loopback.connect(address, loopback.loops().loops().get(0), answers);
            int sent = 0;
            for (int badLength : new int[] {-1, Integer.MIN_VALUE, TestFrames.MAX_BODY + 1, Integer.MAX_VALUE}) {
                Channel bad = loopback.connect(address, loopback.loops().loops().get(0), new Gathered());
                bad.writeAndFlush(
                        bad.alloc().buffer().writeByte(TestFrames.MAGIC).writeInt(badLength));
                await().until(() -> !bad.isActive());

                ByteBuf frame = good.alloc().buffer();
                TestFrames.write(frame, new byte[10]);
                sent += frame.readableBytes();
                good.writeAndFlush(frame);
                int expected = sent;
                await().until(() -> answers.size() == expected);
            }
            assertThat(good.isActive()).isTrue();
        }
    }

    private static void sendInPieces(Channel client, ByteBuf bytes, Random random) {
        for (int at = 0; at < bytes.readableBytes(); ) {
            int length = Math.min(1 + random.nextInt(20_000), bytes.readableBytes() - at);
            client.writeAndFlush(client.alloc().buffer(length).writeBytes(bytes, at, length));
            at += length;
        }
    }

    /** Sends each frame back as it is. */
    private static final class Answering extends BatchFrameDecoder {
        private final TestFrames protocol = new TestFrames();

        @Override
        protected int frameLength(ByteBuf in, int index, int readable) {
            return protocol.frameLength(in, index, readable);
        }

        @Override
        protected void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
            WriteBatch batch = WriteBatch.on(ctx.channel());
            batch.appendSlice(in, index, length);
            batch.commit();
        }

        @Override
        protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
            ctx.close();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
