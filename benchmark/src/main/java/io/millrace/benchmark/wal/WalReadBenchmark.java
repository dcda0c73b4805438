package io.millrace.benchmark.wal;

import io.millrace.benchmark.trial.ScratchDirectory;
import io.millrace.wal.LogReader;
import io.millrace.wal.WalConfig;
import io.millrace.wal.WalRecord;
import io.millrace.wal.WriteAheadLog;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a record of 32 bytes cost to read that was written just now: in order, and one by its position?
 *
 * <p>In order through the reader without a copy, and with a copy into an array; both over the same million records.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class WalReadBenchmark {
    private static final int RECORDS = 1_000_000;

    private final long[] positions = new long[RECORDS];
    private final byte[] into = new byte[SampleRecord.BYTES];
    private @Nullable Path directory;
    private @Nullable WriteAheadLog log;
    private int next;

    /** Writes the records. */
    @Setup
    public void write() throws IOException {
        directory = Files.createTempDirectory("wal-read-");
        WriteAheadLog opened = WriteAheadLog.open(directory, WalConfig.defaults());
        log = opened;
        byte[] record = new byte[SampleRecord.BYTES];
        for (int i = 0; i < RECORDS; i++) {
            SampleRecord.fill(record, i);
            positions[i] = opened.append(WalRecord.TYPE_MIN, record, 0, record.length);
        }
    }

    /** Removes the log. */
    @TearDown
    public void close() throws IOException {
        WalSubjects.opened(log).close();
        ScratchDirectory.remove(WalSubjects.opened(directory));
    }

    /** A long of each record, in place. */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public long inOrder() {
        long sum = 0;
        WriteAheadLog from = WalSubjects.opened(log);
        try (LogReader reader = from.read(from.startPosition())) {
            while (reader.next()) {
                sum += reader.page().buffer().getLong(reader.index());
            }
        }
        return sum;
    }

    /** Each record copied, as the scenario's readers do. */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public long inOrderCopied() {
        long sum = 0;
        WriteAheadLog from = WalSubjects.opened(log);
        try (LogReader reader = from.read(from.startPosition())) {
            while (reader.next()) {
                reader.page().buffer().get(reader.index(), into, 0, reader.length());
                sum += into[0];
            }
        }
        return sum;
    }

    /** One at a random place. */
    @Benchmark
    public long byPosition() {
        next = (next + 611_953) % RECORDS; // a prime: it walks through all in a wild order
        ByteBuf record = WalSubjects.opened(log).at(positions[next]);
        try {
            return record.getLongLE(record.readerIndex());
        } finally {
            record.release();
        }
    }
}
