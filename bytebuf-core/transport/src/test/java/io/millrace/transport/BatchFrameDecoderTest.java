package io.millrace.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
@SuppressWarnings("FutureReturnValueIgnored") // the channel itself shows what became of it
@Tag("once")
class BatchFrameDecoderTest {
    private static final Random FIXED = new Random(1);

    private final TestFrames decoder = new TestFrames();
    private final EmbeddedChannel channel = new EmbeddedChannel(decoder);

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void wholeFramesAreDecodedInTheReadBufferAsOneBatch() {
        List<byte[]> bodies = bodies(0, 1, 100, 2000);
        ByteBuf read = stream(bodies);
        channel.writeInbound(read);

        assertThat(decoder.bodies).containsExactlyElementsOf(bodies);
        decoder.buffers.forEach(buffer -> assertThat(buffer).isSameAs(read));
        assertThat(decoder.batches).isEqualTo(1);
        assertThat(read.refCnt()).isZero();
    }

    @Test
    void framesCutAtEachByteAreCompleted() {
        List<byte[]> bodies = bodies(0, 70, 3, 0, 12);
        ByteBuf whole = stream(bodies);
        for (int cut = 0; cut <= whole.readableBytes(); cut++) {
            TestFrames target = new TestFrames();
            EmbeddedChannel fresh = new EmbeddedChannel(target);
            fresh.writeInbound(copy(whole, 0, cut), copy(whole, cut, whole.readableBytes() - cut));
            assertThat(target.bodies).as("cut=%d", cut).containsExactlyElementsOf(bodies);
            fresh.finishAndReleaseAll();
        }
        whole.release();
    }

    @Test
    void framesThatComeByteByByteAreCompleted() {
        List<byte[]> bodies = bodies(0, 300, 1);
        ByteBuf whole = stream(bodies);
        for (int at = 0; at < whole.readableBytes(); at++) {
            channel.writeInbound(copy(whole, at, 1));
        }
        assertThat(decoder.bodies).containsExactlyElementsOf(bodies);
        assertThat(decoder.batches).isEqualTo(3);
        whole.release();
    }

    @RepeatedTest(20)
    void anyChunkingGivesTheSameFrames() {
        Random random = Seeds.random("BatchFrameDecoderTest");
        List<byte[]> bodies = new ArrayList<>();
        for (int i = random.nextInt(40); i >= 0; i--) {
            int limit = random.nextInt(12) == 0 ? 700_000 : 300;
            bodies.add(TestFrames.body(random, random.nextInt(limit)));
        }
        ByteBuf whole = stream(bodies);
        int chunk = 1 + random.nextInt(random.nextBoolean() ? 40 : 100_000);
        for (int at = 0; at < whole.readableBytes(); ) {
            int length = Math.min(1 + random.nextInt(chunk), whole.readableBytes() - at);
            length = Math.max(length, Math.min(whole.readableBytes() - at, whole.readableBytes() / 20_000));
            channel.writeInbound(copy(whole, at, length));
            at += length;
        }
        assertThat(decoder.bodies).containsExactlyElementsOf(bodies);
        whole.release();
    }

    @Test
    void aLargeFrameIsCollectedInOneBufferOfItsLength() {
        byte[] body = TestFrames.body(FIXED, 100_000);
        ByteBuf whole = stream(List.of(body));
        channel.writeInbound(copy(whole, 0, 3), copy(whole, 3, 50_000));
        channel.writeInbound(copy(whole, 50_003, whole.readableBytes() - 50_003));

        assertThat(decoder.bodies).containsExactly(body);
        assertThat(decoder.buffers.get(0).maxCapacity()).isEqualTo(TestFrames.HEADER + TestFrames.MAX_BODY);
        whole.release();
    }

    @Test
    void aHeaderAloneDoesNotMakeUsTakeTheMemoryItAnnounces() {
        ByteBuf header = channel.alloc().buffer().writeByte(TestFrames.MAGIC).writeInt(TestFrames.MAX_BODY);
        List<Integer> asked = new ArrayList<>();
        EmbeddedChannel watched = new EmbeddedChannel(new TestFrames());
        watched.config().setAllocator(new WatchedAllocator(asked));
        watched.writeInbound(header);
        assertThat(asked).singleElement().satisfies(bytes -> assertThat(bytes)
                .isLessThanOrEqualTo(BatchFrameDecoder.TRUSTED_BYTES));
        watched.finishAndReleaseAll();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, TestFrames.MAX_BODY + 1, Integer.MAX_VALUE})
    void aWrongLengthIsReportedOnceAndEndsTheStream(int length) {
        ByteBuf bytes = stream(bodies(5));
        bytes.writeByte(TestFrames.MAGIC).writeInt(length);
        TestFrames.write(bytes, new byte[3]);
        channel.writeInbound(bytes);

        assertThat(decoder.bodies).hasSize(1);
        assertThat(decoder.malformed).isEqualTo(1);
        assertThat(decoder.why).hasMessage("body length: " + length + " (expected: 0 to 1048576)");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aWrongLengthThatComesInPiecesIsReportedToo() {
        channel.writeInbound(
                channel.alloc().buffer().writeByte(TestFrames.MAGIC).writeShort(-1));
        assertThat(decoder.malformed).isZero();
        channel.writeInbound(channel.alloc().buffer().writeShort(-1));
        assertThat(decoder.malformed).isEqualTo(1);
    }

    @Test
    void afterMalformedBytesNothingIsDecodedEvenIfTheChannelStaysOpen() {
        Tolerant tolerant = new Tolerant(8);
        EmbeddedChannel open = new EmbeddedChannel(tolerant);
        open.writeInbound(bytes(open, 9, 1, 2), bytes(open, 1));
        assertThat(tolerant.malformed).isEqualTo(1);
        assertThat(tolerant.frames).isZero();
        open.finishAndReleaseAll();
    }

    @Test
    void theBaseHoldsItsLimitsWhateverTheSubclassAnswers() {
        Tolerant tooLong = new Tolerant(8);
        EmbeddedChannel first = new EmbeddedChannel(tooLong);
        first.writeInbound(bytes(first, 9));
        assertThat(tooLong.why).hasMessage("frame length: 9 (expected: <= 8)");
        first.finishAndReleaseAll();

        Tolerant unknown = new Tolerant(8);
        EmbeddedChannel second = new EmbeddedChannel(unknown);
        for (int i = 0; i < 8; i++) {
            second.writeInbound(bytes(second, -1));
        }
        assertThat(unknown.why).hasMessage("frame length: unknown after 8 bytes (expected: <= 8)");
        second.finishAndReleaseAll();

        Tolerant empty = new Tolerant(8);
        EmbeddedChannel third = new EmbeddedChannel(empty);
        third.writeInbound(bytes(third, 0));
        assertThat(empty.why).hasMessage("frame length: 0 (expected: > 0)");
        third.finishAndReleaseAll();
        assertThatIllegalArgumentException().isThrownBy(() -> new Tolerant(0));
    }

    @Test
    void aFrameHandlerThatClosesTheChannelStopsDecoding() {
        decoder.whenFrame = (ctx, body) -> ctx.close();
        channel.writeInbound(stream(bodies(1, 2, 3)));
        assertThat(decoder.bodies).hasSize(1);
        assertThat(decoder.batches).isZero();
    }

    @Test
    void aFrameHandlerThatRemovesTheDecoderLeavesTheRestToTheNextHandler() {
        decoder.whenFrame = (ctx, body) -> ctx.pipeline().remove(decoder);
        ByteBuf read = stream(bodies(1, 2));
        int rest = TestFrames.HEADER + 2;
        ByteBuf expected = copy(read, read.readableBytes() - rest, rest);
        channel.writeInbound(read);

        assertThat(decoder.bodies).hasSize(1);
        ByteBuf passedOn = channel.readInbound();
        assertThat(passedOn).isEqualTo(expected);
        passedOn.release();
        expected.release();
    }

    @Test
    void aRemovedDecoderPassesItsKeptBytesOn() {
        ByteBuf part = bytes(channel, TestFrames.MAGIC, 0, 0);
        channel.writeInbound(part);
        channel.pipeline().remove(decoder);
        ByteBuf passedOn = channel.readInbound();
        assertThat(ByteBufUtil.hexDump(passedOn)).isEqualTo("a50000");
        passedOn.release();
    }

    @Test
    void keptBytesAreReleasedWhenTheChannelCloses() {
        channel.writeInbound(bytes(channel, TestFrames.MAGIC, 0, 0));
        channel.close();
        assertThat(channel.isOpen()).isFalse(); // the leak check watches the kept buffer
    }

    @Test
    void readsInsideAFrameHandlerComeAfterTheCurrentRead() {
        List<byte[]> bodies = bodies(1, 2, 3, 4);
        decoder.whenFrame = (ctx, body) -> {
            if (body.length == 1) {
                ctx.pipeline().fireChannelRead(stream(bodies.subList(2, 4)));
            }
        };
        channel.writeInbound(stream(bodies.subList(0, 2)));
        assertThat(decoder.bodies).containsExactlyElementsOf(bodies);
    }

    @Test
    void aFailingFrameHandlerEndsTheStreamAndLeaksNothing() {
        decoder.whenFrame = (ctx, body) -> {
            throw new IllegalArgumentException("handler");
        };
        assertThatThrownBy(() -> channel.writeInbound(stream(bodies(1, 2))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("handler");
        channel.writeInbound(stream(bodies(3)));
        assertThat(decoder.bodies).hasSize(1);
        assertThat(decoder.malformed).isZero();
    }

    @Test
    void otherMessagesPass() {
        channel.writeInbound("not bytes");
        assertThat(channel.<String>readInbound()).isEqualTo("not bytes");
    }

    @Test
    void aSliceThatAHandlerRetainsOutlivesTheRead() {
        List<ByteBuf> stored = new ArrayList<>();
        EmbeddedChannel storing = new EmbeddedChannel(new Tolerant(8) {
            @Override
            protected void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
                stored.add(in.retainedSlice(index, length));
            }
        });
        storing.writeInbound(bytes(storing, 2, 77, 1));
        assertThat(stored).hasSize(2);
        assertThat(stored.get(0).getByte(1)).isEqualTo((byte) 77);
        stored.forEach(ByteBuf::release);
        storing.finishAndReleaseAll();
    }

    private static List<byte[]> bodies(int... lengths) {
        List<byte[]> bodies = new ArrayList<>();
        for (int length : lengths) {
            bodies.add(TestFrames.body(FIXED, length));
        }
        return bodies;
    }

    private ByteBuf stream(List<byte[]> bodies) {
        ByteBuf stream = channel.alloc().buffer();
        bodies.forEach(body -> TestFrames.write(stream, body));
        return stream;
    }

    private ByteBuf copy(ByteBuf of, int index, int length) {
        return channel.alloc().buffer(Math.max(1, length)).writeBytes(of, index, length);
    }

    private static ByteBuf bytes(EmbeddedChannel of, int... values) {
        ByteBuf bytes = of.alloc().buffer();
        for (int value : values) {
            bytes.writeByte(value);
        }
        return bytes;
    }

    /** The first byte of a frame is its whole length, -1 for a length that never becomes known; malformed bytes do not close. */
    private static class Tolerant extends BatchFrameDecoder {
        int frames;
        int malformed;

        @Nullable
        FrameException why;

        Tolerant(int maxFrameBytes) {
            super(maxFrameBytes);
        }

        @Override
        protected int frameLength(ByteBuf in, int index, int readable) {
            return in.getByte(index);
        }

        @Override
        protected void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
            frames++;
        }

        @Override
        protected void onMalformed(ChannelHandlerContext ctx, FrameException found) {
            malformed++;
            why = found;
        }
    }
}
