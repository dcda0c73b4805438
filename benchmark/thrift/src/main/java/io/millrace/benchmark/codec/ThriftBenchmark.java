package io.millrace.benchmark.codec;

import io.millrace.benchmark.codec.arm.Arm;
import io.millrace.benchmark.codec.arm.Sink;
import io.millrace.benchmark.thrift.ThriftCase;
import io.millrace.benchmark.thrift.ThriftContender;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a message cost in a process that has nothing but one library and one kind of message?
 *
 * <p>Beside ours, from 112 bytes to a list of 1 MB, stand Apache's library, Protocol Buffers and Fory: the arms of the scenario {@code thrift}, where all share a process and their profiles.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ThriftBenchmark {
    /** Encode and decode of the small, the mixed and the long message. */
    @Param({
        "SMALL_ENCODE",
        "SMALL_DECODE",
        "MIXED_ENCODE_NEW",
        "MIXED_ENCODE_POOLED",
        "MIXED_DECODE",
        "LIST_I64_ENCODE",
        "LIST_I64_DECODE"
    })
    private ThriftCase benchCase = ThriftCase.SMALL_ENCODE;

    /** Those that make objects of bytes. */
    @Param({"OURS", "LIBTHRIFT", "PROTOBUF", "FORY"})
    private ThriftContender contender = ThriftContender.OURS;

    private final Sink sink = new Sink();
    private Arm arm = (turn, to) -> {};
    private int turn;

    /** Makes and verifies the arm. */
    @Setup
    public void prepare() throws Exception {
        Map<ThriftContender, Arm> arms = new CaseArms().of(benchCase, EnumSet.of(contender), (peer, why) -> {
            throw new IllegalStateException(peer + ": " + why);
        });
        arm = arms.getOrDefault(contender, arm);
    }

    /** One operation on the next message. */
    @Benchmark
    public Object operate() throws Exception {
        arm.once(turn++ & Integer.MAX_VALUE, sink);
        return sink;
    }
}
