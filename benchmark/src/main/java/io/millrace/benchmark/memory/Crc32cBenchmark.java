package io.millrace.benchmark.memory;

import io.millrace.buffer.Crc32c;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a checksum over a range of a direct buffer cost, from one record to a whole commit group?
 *
 * <p>The baseline is the JDK's CRC32C as one would call it on a buffer of one's own: with position and limit moved, which a
 * shared page does not allow. One checksum for each record of 40 bytes against one for 64 KiB tells what a group saves.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class Crc32cBenchmark {
    private static final int PAGE_BYTES = 1 << 20;

    /** A record of 32 bytes with its header, one of 1 KiB, a block, a full group. */
    @Param({"40", "1032", "4096", "65536"})
    private int bytes;

    private final ByteBuffer page = ByteBuffer.allocateDirect(PAGE_BYTES);
    private final CRC32C jdk = new CRC32C();
    private int index;

    private int next() {
        index = index + bytes > PAGE_BYTES - bytes ? 0 : index + bytes;
        return index;
    }

    /** Ours: a range, absolute, seeded, no object. */
    @Benchmark
    public int range() {
        return Crc32c.update(index, page, next(), bytes);
    }

    /** The JDK's on a buffer of its own. */
    @Benchmark
    public long jdk() {
        int at = next();
        jdk.reset();
        jdk.update(page.clear().position(at).limit(at + bytes));
        return jdk.getValue();
    }
}
