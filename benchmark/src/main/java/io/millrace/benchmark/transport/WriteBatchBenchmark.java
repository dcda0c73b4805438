package io.millrace.benchmark.transport;

import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
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
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does one of {@value #ANSWERS} small answers of a loop's turn cost on its way to the socket?
 *
 * <p>The baseline allocates a buffer an answer, writes each and flushes once, which is what Netty's flush consolidation
 * comes down to. The socket is replaced by a handler that drops what it is given: the system calls, of which the batch
 * also saves most of the vectors, are the scenario's to measure.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@SuppressWarnings("FutureReturnValueIgnored") // the void promise has nothing to say
public class WriteBatchBenchmark {
    private static final int ANSWERS = 32;

    /** Bytes of one answer: a hash, and a small document. */
    @Param({"40", "400"})
    private int answerBytes;

    private final EmbeddedChannel channel = new EmbeddedChannel(new Dropping());

    /** Ends the channel. */
    @TearDown
    public void release() {
        channel.finishAndReleaseAll();
    }

    /** Ours: straight into the open tail, one buffer a turn, flushed by the task at its end. */
    @Benchmark
    @OperationsPerInvocation(ANSWERS)
    public void writeBatch() {
        WriteBatch batch = WriteBatch.on(channel);
        for (int i = 0; i < ANSWERS; i++) {
            batch.reserve(answerBytes).writeZero(answerBytes);
            batch.commit();
        }
        channel.runPendingTasks();
    }

    /** The baseline: a buffer and a write each, one flush. */
    @Benchmark
    @OperationsPerInvocation(ANSWERS)
    public void writeEachFlushOnce() {
        for (int i = 0; i < ANSWERS; i++) {
            ByteBuf answer = channel.alloc().directBuffer(answerBytes).writeZero(answerBytes);
            channel.write(answer, channel.voidPromise());
        }
        channel.flush();
    }

    private static final class Dropping extends ChannelOutboundHandlerAdapter {
        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
            ((ByteBuf) message).release();
        }
    }
}
