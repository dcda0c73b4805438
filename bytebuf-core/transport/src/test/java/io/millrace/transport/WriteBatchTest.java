package io.millrace.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.millrace.buffer.ChainedBuffer;
import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(LeakCheck.class)
@ParameterizedClass
@MethodSource("kinds")
@SuppressWarnings("FutureReturnValueIgnored") // the channel itself shows what became of it
@Tag("once")
class WriteBatchTest {
    private static final int LARGE = 4 * ChainedBuffer.COPY_LIMIT;

    private final TransportKind kind;
    private final Gathered received = new Gathered();
    private final WriteCounter counter = new WriteCounter();
    private final AtomicReference<Throwable> caught = new AtomicReference<>();
    private Loopback loopback;
    private Channel channel;
    private EventLoop loop;

    WriteBatchTest(TransportKind kind) {
        this.kind = kind;
    }

    static Stream<TransportKind> kinds() {
        return Available.kinds();
    }

    @BeforeEach
    void connect() {
        loopback = Loopback.open(kind);
        loop = loopback.loops().loops().get(0);
        channel = connectTo(loopback.serve(() -> received));
    }

    @AfterEach
    void close() {
        loopback.close();
    }

    @Test
    void manyCommitsOfOneTurnLeaveInOneWrite() {
        onLoop(batch -> {
            for (int i = 0; i < 100; i++) {
                batch.reserve(4).writeInt(i);
                batch.commit();
            }
        });
        await().until(() -> received.size() == 400);

        assertThat(counter.writes()).containsExactly(400);
        assertThat(counter.flushes()).isEqualTo(1);
    }

    @Test
    void eachTurnHasAFlushOfItsOwn() {
        for (int turn = 1; turn <= 3; turn++) {
            onLoop(batch -> {
                batch.reserve(1).writeByte(1);
                batch.commit();
            });
            int bytes = turn;
            await().until(() -> received.size() == bytes);
        }
        assertThat(counter.flushes()).isEqualTo(3);
    }

    @Test
    void whatIsNotCommittedStays() {
        onLoop(batch -> batch.reserve(1).writeByte(1));
        onLoop(batch -> assertThat(batch.pendingBytes()).isEqualTo(1));
        assertThat(counter.flushes()).isZero();
        onLoop(WriteBatch::flushNow);
        await().until(() -> received.size() == 1);
    }

    @Test
    void aLargeBufferIsNotCopied() {
        ByteBuf large = channel.alloc().directBuffer(LARGE).writeZero(LARGE);
        long address = large.memoryAddress();
        ByteBuf borrowed = channel.alloc().directBuffer(LARGE).writeZero(LARGE);
        onLoop(batch -> {
            batch.reserve(2).writeShort(1);
            batch.append(large);
            batch.appendSlice(borrowed, 8, LARGE - 8);
            batch.commit();
        });
        await().until(() -> received.size() == 2 + LARGE + LARGE - 8);

        assertThat(counter.writes()).containsExactly(2, LARGE, LARGE - 8);
        assertThat(counter.addresses().subList(1, 3)).containsExactly(address, borrowed.memoryAddress() + 8);
        assertThat(counter.flushes()).isEqualTo(1);
        borrowed.release();
    }

    @Test
    void aSmallBufferIsCopiedAndReleased() {
        ByteBuf small = channel.alloc().directBuffer(8).writeLong(7);
        onLoop(batch -> {
            batch.append(small);
            assertThat(small.refCnt()).isZero();
            batch.commit();
        });
        await().until(() -> received.size() == Long.BYTES);
    }

    @Test
    void aLongTurnDoesNotHoldItsFirstBytesBack() {
        onLoop(batch -> {
            batch.reserve(WriteBatch.FLUSH_BYTES).writeZero(WriteBatch.FLUSH_BYTES);
            batch.commit();
            assertThat(counter.flushes()).isEqualTo(1);
            batch.reserve(1).writeByte(1);
            batch.commit();
            assertThat(counter.flushes()).isEqualTo(1);
        });
        await().until(() -> received.size() == WriteBatch.FLUSH_BYTES + 1);
        assertThat(counter.flushes()).isEqualTo(2);
    }

    @Test
    void theTailFollowsWhatFlushesNeed() {
        onLoop(batch -> {
            batch.reserve(10_000).writeZero(10_000);
            batch.flushNow();
            assertThat(batch.reserve(1).writableBytes()).isEqualTo(16_384);
        });
    }

    @Test
    void randomWritesArriveInOrder() {
        Random random = Seeds.random("WriteBatchTest." + kind);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int turn = 0; turn < 50; turn++) {
            onLoop(batch -> {
                for (int i = random.nextInt(20); i >= 0; i--) {
                    writeSome(batch, random, expected);
                }
            });
        }
        onLoop(WriteBatch::commit);
        await().until(() -> received.size() == expected.size());
        assertThat(received.bytes()).isEqualTo(expected.toByteArray());
    }

    @Test
    void afterACloseEverythingIsReleasedAndCallsStaySafe() {
        ByteBuf pending = channel.alloc().directBuffer(LARGE).writeZero(LARGE);
        ByteBuf late = channel.alloc().directBuffer(LARGE).writeZero(LARGE);
        onLoop(batch -> {
            batch.append(pending);
            batch.reserve(8).writeLong(1);
            batch.commit();
            channel.close();
            assertThat(pending.refCnt()).isZero();
            batch.append(late);
            assertThat(late.refCnt()).isZero();
            batch.reserve(100).writeZero(100);
            batch.commit();
            batch.flushNow();
            assertThat(batch.isWritable()).isFalse();
            assertThat(batch.pendingBytes()).isZero();
        });
        onLoop(batch -> assertThat(batch.reserve(1).writableBytes()).isPositive());
        assertThat(counter.writes()).isEmpty();
    }

    @Test
    void aPeerThatDoesNotReadMakesTheBatchUnwritable() {
        Channel stalled = connectTo(loopback.serve(Stalled::new));
        int step = 32 << 10;
        long low = stalled.config().getWriteBufferLowWaterMark();
        long high = stalled.config().getWriteBufferHighWaterMark();
        await().until(() -> Loopback.on(loop, () -> {
            WriteBatch batch = WriteBatch.on(stalled);
            boolean stuck = !batch.isWritable(); // since the last look, so the kernel takes no more
            for (int i = 0; i < 100 && batch.isWritable(); i++) {
                batch.reserve(step).writeZero(step);
                batch.flushNow();
            }
            return stuck;
        }));
        long pending = Loopback.on(loop, () -> WriteBatch.on(stalled).pendingBytes());
        assertThat(pending).isBetween(low, high + 2L * step);
        assertThat(stalled.isActive()).isTrue();
    }

    @Test
    void aWriterThatHeedsNothingLosesItsChannelNotTheMemory() {
        Channel stalled = connectTo(loopback.serve(Stalled::new));
        Loopback.on(loop, () -> {
            WriteBatch batch = WriteBatch.on(stalled);
            ByteBuf shared = stalled.alloc().directBuffer(1 << 20).writeZero(1 << 20);
            for (int i = 0; i < 2 * (WriteBatch.MAX_PENDING_BYTES >> 20); i++) {
                batch.appendSlice(shared, 0, shared.readableBytes());
                batch.commit();
            }
            assertThat(batch.pendingBytes()).isLessThan(WriteBatch.MAX_PENDING_BYTES + (2L << 20));
            return shared.release();
        });
        stalled.closeFuture().syncUninterruptibly();
        assertThat(caught.get())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("peer does not read: pendingBytes=");
        assertThat(channel.isActive()).isTrue();
    }

    @Test
    void aChannelHasOneBatchOnItsLoopOnly() {
        onLoop(batch -> assertThat(WriteBatch.on(channel)).isSameAs(batch));
        Channel other = connectTo(loopback.serve(() -> received));
        assertThatIllegalStateException().isThrownBy(() -> WriteBatch.on(other));
    }

    private Channel connectTo(InetSocketAddress address) {
        Channel connected = loopback.connect(address, loop, new ChannelInboundHandlerAdapter() {
            @Override
            public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                caught.compareAndSet(null, cause);
            }
        });
        connected.pipeline().addFirst(counter);
        return connected;
    }

    private void onLoop(Consumer<WriteBatch> work) {
        Loopback.on(loop, () -> {
            work.accept(WriteBatch.on(channel));
            return true;
        });
    }

    private void writeSome(WriteBatch batch, Random random, ByteArrayOutputStream expected) {
        byte[] bytes = new byte[random.nextInt(10) == 0 ? random.nextInt(3 * LARGE) : random.nextInt(100)];
        random.nextBytes(bytes);
        expected.writeBytes(bytes);
        switch (random.nextInt(3)) {
            case 0 -> batch.reserve(bytes.length).writeBytes(bytes);
            case 1 -> batch.append(
                    channel.alloc().directBuffer(bytes.length + 1).writeBytes(bytes));
            default -> {
                ByteBuf borrowed = channel.alloc()
                        .directBuffer(bytes.length + 3)
                        .writeMedium(0)
                        .writeBytes(bytes);
                batch.appendSlice(borrowed, 3, bytes.length);
                borrowed.release();
            }
        }
        if (random.nextBoolean()) {
            batch.commit();
        }
    }

    /** Never reads. */
    private static final class Stalled extends ChannelInboundHandlerAdapter {
        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            ctx.channel().config().setAutoRead(false);
        }
    }
}
