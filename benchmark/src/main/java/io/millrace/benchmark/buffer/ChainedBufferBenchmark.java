package io.millrace.benchmark.buffer;

import io.millrace.buffer.ChainedBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does it cost to gather {@value #PIECES} pieces of payload for one write, from a small answer to a large body?
 *
 * <p>Beside the chain stand Netty's composite buffer and, as the baseline, a copy of everything into one flat buffer.
 * Each round appends slices of a read buffer, hands the result over as a channel would take it, and releases it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ChainedBufferBenchmark {
    private static final int PIECES = 16;
    private static final PooledByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;

    /** Below, at, and above the limit up to which the chain copies. */
    @Param({"64", "512", "1024", "4096", "16384"})
    private int pieceBytes;

    private ByteBuf source = ALLOCATOR.directBuffer(1);

    /** Makes the read buffer. */
    @Setup
    public void prepare() {
        source.release();
        source = ALLOCATOR.directBuffer(PIECES * pieceBytes).writeZero(PIECES * pieceBytes);
    }

    /** Gives it back. */
    @TearDown
    public void release() {
        source.release();
    }

    /** Ours. */
    @Benchmark
    public void chained(Blackhole sink) {
        try (ChainedBuffer chain = ChainedBuffer.create(ALLOCATOR, 1 << 20)) {
            for (int i = 0; i < PIECES; i++) {
                chain.appendSlice(source, i * pieceBytes, pieceBytes);
            }
            Consumer<ByteBuf> write = node -> {
                sink.consume(node);
                node.release();
            };
            chain.drainTo(write);
        }
    }

    /** Netty's. */
    @Benchmark
    public void composite(Blackhole sink) {
        CompositeByteBuf composite = ALLOCATOR.compositeDirectBuffer(PIECES);
        for (int i = 0; i < PIECES; i++) {
            composite.addComponent(true, source.retainedSlice(i * pieceBytes, pieceBytes));
        }
        sink.consume(composite);
        composite.release();
    }

    /** The baseline. */
    @Benchmark
    public void flatCopy(Blackhole sink) {
        ByteBuf flat = ALLOCATOR.directBuffer(PIECES * pieceBytes);
        for (int i = 0; i < PIECES; i++) {
            flat.writeBytes(source, i * pieceBytes, pieceBytes);
        }
        sink.consume(flat);
        flat.release();
    }
}
