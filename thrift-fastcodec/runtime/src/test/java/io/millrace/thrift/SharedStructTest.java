package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.buffer.ChainedBuffer;
import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Seeds;
import io.millrace.thrift.model.Mixed;
import io.millrace.thrift.model.Small;
import io.millrace.thrift.model.SmallView;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.IllegalReferenceCountException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who owns the memory of what was read from a buffer, and until when. */
@ExtendWith(LeakCheck.class)
class SharedStructTest {
    private static final PooledByteBufAllocator POOL = PooledByteBufAllocator.DEFAULT;

    private final Random random = Seeds.random("SharedStructTest");
    private final byte[] blob = new byte[5000];

    SharedStructTest() {
        random.nextBytes(blob);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLargeBinaryIsLentAndASmallOneCopied(boolean direct) {
        ByteBuf buffer = buffer(direct, new Mixed().id(7).blob(Bytes.wrap(blob)).name("n"));
        buffer.writeByte(9);
        Bytes large;
        ByteBuf kept;
        try (SharedStruct<Mixed> shared = ThriftBinary.readShared(Mixed.TYPE, buffer, ThriftLimits.defaults())) {
            assertThat(buffer.readableBytes()).isEqualTo(1);
            large = Objects.requireNonNull(shared.value().blob());
            assertThat(large).isEqualTo(Bytes.wrap(blob)).hasSameHashCodeAs(Bytes.wrap(blob));
            assertThat(large.toByteArray()).isEqualTo(blob);
            if (!direct) {
                int at = buffer.writerIndex() - 100;
                buffer.setByte(at, ~buffer.getByte(at));
                assertThat(large).isNotEqualTo(Bytes.wrap(blob));
                buffer.setByte(at, ~buffer.getByte(at));
            }
            kept = large.toBuffer();
            assertThat(ThriftBinary.toBytes(shared.value()))
                    .isEqualTo(ThriftBinary.toBytes(
                            new Mixed().id(7).blob(Bytes.wrap(blob)).name("n")));
            shared.close();
            assertThatThrownBy(shared::value).isInstanceOf(IllegalStateException.class);
        }
        buffer.release();
        byte[] copy = new byte[blob.length];
        kept.getBytes(kept.readerIndex(), copy);
        assertThat(copy).isEqualTo(blob);
        kept.release();
        assertThatThrownBy(large::toByteArray).isInstanceOf(IllegalReferenceCountException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLentBinaryGoesOnInAChainAfterItsLenderIsGone(boolean direct) {
        ByteBuf payload = (direct ? POOL.directBuffer() : POOL.heapBuffer()).writeBytes(blob);
        Mixed mixed = new Mixed().blob(Bytes.lent(payload)).id(3);
        byte[] expected =
                ThriftBinary.toBytes(new Mixed().blob(Bytes.wrap(blob)).id(3));
        assertThat(ThriftBinary.toBytes(mixed)).isEqualTo(expected);
        assertThat(ThriftCompact.toBytes(mixed))
                .isEqualTo(
                        ThriftCompact.toBytes(new Mixed().blob(Bytes.wrap(blob)).id(3)));
        try (ChainedBuffer chain = ChainedBuffer.create(POOL, 1 << 20)) {
            ThriftBinary.write(mixed, chain, POOL);
            payload.release();
            assertThat(payload.refCnt()).isEqualTo(1);
            List<ByteBuf> nodes = new ArrayList<>();
            chain.drainTo(nodes::add);
            ByteBuf whole = POOL.heapBuffer();
            nodes.forEach(node -> {
                whole.writeBytes(node);
                node.release();
            });
            byte[] bytes = new byte[whole.readableBytes()];
            whole.readBytes(bytes).release();
            assertThat(bytes).isEqualTo(expected);
        }
        assertThat(payload.refCnt()).isZero();
    }

    @Test
    void aMessageThatFailsGivesItsMemoryBack() {
        ByteBuf buffer = buffer(false, new Mixed().blob(Bytes.wrap(blob)));
        buffer.writerIndex(buffer.writerIndex() - 1);
        assertThatThrownBy(() -> ThriftBinary.readShared(Mixed.TYPE, buffer, ThriftLimits.defaults()))
                .isInstanceOf(ThriftException.class);
        assertThat(buffer.refCnt()).isEqualTo(1);
        assertThat(buffer.readerIndex()).isEqualTo(3);
        buffer.release();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aViewOfABufferHoldsItUntilItIsClosed(boolean direct) {
        ByteBuf buffer = buffer(direct, new Small().id(7).name("x"));
        StructView view = StructView.over(buffer, headers(), ThriftLimits.defaults());
        buffer.release();
        assertThat(view.i64(0)).isEqualTo(7);
        assertThat(view.string(1)).isEqualTo("x");
        view.setI64(0, 8);
        view.setString(1, "longer");
        ByteBuf written = POOL.heapBuffer().writeByte(1);
        assertThat(view.write(written)).isEqualTo(written.readableBytes() - 1);
        written.skipBytes(1);
        Small read = ThriftBinary.read(Small.TYPE, written, ThriftLimits.defaults());
        written.release();
        assertThat(read).isEqualTo(new Small().id(8).name("longer"));
        view.close();
        view.close();
        assertThat(buffer.refCnt()).isZero();
        assertThatThrownBy(() -> view.i64(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> view.setI64(0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(view::toBytes).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void settersInPlaceOfAViewOfAnArraysBufferAreSeenInTheBuffer() {
        ByteBuf buffer = buffer(false, new Small().id(7));
        try (StructView view = StructView.over(buffer, headers(), ThriftLimits.defaults())) {
            view.setI64(0, 8);
        }
        assertThat(ThriftBinary.read(Small.TYPE, buffer, ThriftLimits.defaults())
                        .id())
                .isEqualTo(8);
        buffer.release();
        assertThat(SmallView.over(ThriftBinary.toBytes(new Small().id(2))).id()).isEqualTo(2);
    }

    private static int[] headers() {
        return new int[] {WireType.I64 << 24 | 1 << 8, WireType.STRING << 24 | 6 << 8};
    }

    /** With three bytes before the message that are read already. */
    private static ByteBuf buffer(boolean direct, ThriftStruct struct) {
        ByteBuf buffer = (direct ? POOL.directBuffer() : POOL.heapBuffer()).writeMedium(1);
        buffer.skipBytes(3);
        ThriftBinary.write(struct, buffer);
        return buffer;
    }
}
