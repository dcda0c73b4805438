package io.millrace.benchmark.wal;

import io.millrace.benchmark.trial.ScratchDirectory;
import io.millrace.wal.Durability;
import io.millrace.wal.RecordClaim;
import io.millrace.wal.WalConfig;
import io.millrace.wal.WalRecord;
import io.millrace.wal.WriteAheadLog;
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
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does an append cost that one thread makes, and what one into claimed space, by length and level?
 *
 * <p>The log lets go of what it wrote as it goes on, so that segments are used again. Run it with {@code -t 4} for four
 * threads. Whole runs beside the peers are the scenario's business.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class WalAppendBenchmark {
    /** Bytes of log between two truncations: one segment. */
    private static final long KEPT_BYTES = 64L << 20;

    /** Every 4 MiB of positions. */
    private static final int LOOK_MASK = (1 << 22) - 1;

    @Param({"PAGE", "OS"})
    private Durability durability = Durability.OS;

    @Param({"32", "256", "1024"})
    private int recordBytes;

    private byte[] record = new byte[0];
    private @Nullable Path directory;
    private @Nullable WriteAheadLog log;

    /** One claim a thread. */
    @State(Scope.Thread)
    public static class Claims {
        private final RecordClaim claim = new RecordClaim();
    }

    /** Opens an empty log. */
    @Setup
    public void open() throws IOException {
        record = new byte[recordBytes];
        directory = Files.createTempDirectory("wal-append-");
        log = WriteAheadLog.open(directory, WalConfig.defaults().withDurability(durability));
    }

    /** Removes it. */
    @TearDown
    public void close() throws IOException {
        WalSubjects.opened(log).close();
        ScratchDirectory.remove(WalSubjects.opened(directory));
    }

    /** A copy of an array. */
    @Benchmark
    public long append() {
        WriteAheadLog to = WalSubjects.opened(log);
        long position = to.append(WalRecord.TYPE_MIN, record, 0, record.length);
        letGo(to, position);
        return position;
    }

    /** Claim, write in place, publish. */
    @Benchmark
    public long claim(Claims claims) {
        WriteAheadLog to = WalSubjects.opened(log);
        RecordClaim claim = claims.claim;
        to.claim(WalRecord.TYPE_MIN, recordBytes, claim);
        claim.page().copyIn(claim.index(), record, 0, recordBytes);
        long position = claim.position();
        claim.publish();
        letGo(to, position);
        return position;
    }

    private void letGo(WriteAheadLog from, long position) {
        if ((position & LOOK_MASK) < recordBytes) {
            from.truncatePrefix(Math.max(0, position - KEPT_BYTES));
        }
    }
}
