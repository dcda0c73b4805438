package io.millrace.benchmark.transport;

import io.millrace.transport.BatchFrameDecoder;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost, a frame, to cut frames with a length field out of reads that hold {@value #FRAMES} of them?
 *
 * <p>The baseline is Netty's {@link LengthFieldBasedFrameDecoder}, which makes a slice a frame. With {@code split} the
 * first read ends in the middle of its last frame, as reads do under load.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class FrameDecodingBenchmark {
    private static final int FRAMES = 32;

    /** Bytes of a frame with its length field. */
    @Param({"64", "512"})
    private int frameBytes;

    /** Whether the bytes come in two reads, cut within a frame. */
    @Param({"false", "true"})
    private boolean split;

    private final EmbeddedChannel batch = new EmbeddedChannel(new CountingDecoder());
    private final EmbeddedChannel netty =
            new EmbeddedChannel(new LengthFieldBasedFrameDecoder(1 << 20, 0, 4), new CountingHandler());
    private ByteBuf frames = PooledByteBufAllocator.DEFAULT.directBuffer();

    /** Writes the frames once; every round reads them anew. */
    @Setup
    public void prepare() {
        frames.clear();
        for (int i = 0; i < FRAMES; i++) {
            frames.writeInt(frameBytes - 4).writeZero(frameBytes - 4);
        }
    }

    /** Ends both channels. */
    @TearDown
    public void release() {
        batch.finishAndReleaseAll();
        netty.finishAndReleaseAll();
        frames.release();
    }

    /** Ours. */
    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public void batchDecoder() {
        read(batch);
    }

    /** The baseline. */
    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public void lengthFieldDecoder() {
        read(netty);
    }

    private void read(EmbeddedChannel channel) {
        int cut = split ? frames.readableBytes() - frameBytes / 2 : frames.readableBytes();
        channel.writeInbound(frames.retainedSlice(0, cut));
        if (split) {
            channel.writeInbound(frames.retainedSlice(cut, frames.readableBytes() - cut));
        }
    }

    /** Looks at each frame, as a handler would at its request id. */
    private static final class CountingDecoder extends BatchFrameDecoder {
        private long sum;

        @Override
        protected int frameLength(ByteBuf in, int index, int readable) {
            return readable < 4 ? -1 : 4 + in.getInt(index);
        }

        @Override
        protected void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
            sum += in.getLong(index + 4) + length;
        }

        @Override
        protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
            throw new IllegalStateException("malformed after " + sum, why);
        }
    }

    private static final class CountingHandler extends ChannelInboundHandlerAdapter {
        private long sum;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf frame = (ByteBuf) message;
            sum += frame.getLong(4) + frame.readableBytes();
            if (!frame.release() && sum == Long.MIN_VALUE) {
                throw new IllegalStateException("the sum keeps the reads alive");
            }
        }
    }
}
