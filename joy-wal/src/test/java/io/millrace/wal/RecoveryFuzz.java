package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.memory.PageArena;
import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** Arbitrary bytes where a segment is: opening, reading and verifying either work or say that the log is damaged, and do so within bounds. */
@Tag("once")
class RecoveryFuzz {

    private static final PageArena ARENA = PageArena.create(16 << 20);

    @FuzzTest(maxDuration = "20s")
    void arbitraryBytesAreALogOrDamage(FuzzedDataProvider data) throws IOException {
        Durability level = data.pickValue(Durability.values());
        Random random = new Random(data.consumeLong());
        SimulatedDisk disk = SimulatedDisk.create(1);
        SimulatedStorage files = new SimulatedStorage(disk.files());
        Path directory = disk.root().resolve("log");
        WalConfig config = WalConfig.defaults()
                .withDurability(level)
                .withSegmentBytes(WalConfig.SEGMENT_BYTES_MIN)
                .withPreparedSegments(1)
                .withCacheBytes(8L * WalConfig.SEGMENT_BYTES_MIN)
                .withArena(ARENA)
                .withFiles(files);
        SteppedLog log = SteppedLog.open(directory, config, disk.bootId(), random);
        log.append(WalRecord.TYPE_MIN, new byte[100]);
        log.sync();
        log.append(WalRecord.TYPE_MIN, new byte[40]);
        log.abandon();
        overwrite(files, directory, data);
        try {
            SteppedLog again = SteppedLog.open(directory, config, disk.bootId(), random);
            try {
                List<LoggedRecord> records = again.records();
                assertThat(records.size()).isLessThan(WalConfig.SEGMENT_BYTES_MIN);
            } finally {
                again.abandon();
            }
        } catch (WalException e) {
            assertThat(e.reason()).isIn(WalException.Reason.CORRUPT, WalException.Reason.UNSUPPORTED);
        }
        assertThat(ARENA.usedBytes()).isZero();
    }

    /** Puts pieces of the fuzzer's bytes where its numbers say, in the header, among the records, or behind them. */
    private static void overwrite(SimulatedStorage files, Path directory, FuzzedDataProvider data) throws IOException {
        Path segment = directory.resolve("00000000000000000000.wal");
        try (FileChannel channel = files.open(segment, Set.of(StandardOpenOption.WRITE))) {
            for (int piece = data.consumeInt(1, 4); piece > 0; piece--) {
                int at = data.consumeInt(0, 5000);
                channel.write(ByteBuffer.wrap(data.consumeBytes(data.consumeInt(1, 300))), at);
            }
        }
    }
}
