package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.JavaProcess;
import io.millrace.testkit.disk.LoopDisk;
import io.millrace.testkit.disk.TmpfsDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A log on a real ext4 file system that loses power, and on one that fills. Where none can be mounted, the reason is printed; {@link CrashPointsTest} and {@link DiskFaultsTest} ask the
 * same of a simulated disk.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class RealDiskIT {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long BYTES = 24L << 20;
    private static final int SEGMENT_BYTES = 1 << 18;
    private static final int RECORDS = 2_000;

    @TempDir
    private Path folder = Path.of("");

    static WalConfig config(Durability level) {
        return WalConfig.defaults()
                .withDurability(level)
                .withSegmentBytes(SEGMENT_BYTES)
                .withCacheBytes(BYTES / 3)
                .withPinnedBytesMax(4L * SEGMENT_BYTES)
                .withAppendPatience(Duration.ofSeconds(2));
    }

    /** The record of a number: its digits, again and again. */
    static byte[] bytes(int number) {
        return (number + " ").repeat(1 + number % 100).getBytes(StandardCharsets.US_ASCII);
    }

    static long append(WriteAheadLog log, int number) {
        byte[] bytes = bytes(number);
        return log.append(WalRecord.TYPE_MIN, bytes, 0, bytes.length);
    }

    /** Checks that records are those from 0 on, and returns how many there are. */
    private static int count(WriteAheadLog log) {
        int count = 0;
        try (LogReader reader = log.read(log.startPosition())) {
            while (reader.next()) {
                byte[] bytes = new byte[reader.length()];
                reader.page().copyOut(reader.index(), bytes, 0, bytes.length);
                assertThat(bytes).isEqualTo(bytes(count));
                count++;
            }
        }
        return count;
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void whatWasSyncedOutlivesThePower(Durability level) throws IOException {
        assumeTrue(
                LoopDisk.unavailable().isEmpty(),
                "no loop disk, see CrashPointsTest for a simulated one: " + LoopDisk.unavailable());
        try (LoopDisk disk = LoopDisk.create(folder, BYTES)) {
            Path directory = disk.root().resolve("log");
            AtomicLong promised = new AtomicLong();
            try (ChildProcess child = JavaProcess.of(Writer.class)
                    .arguments(directory.toString(), level.name())
                    .process()
                    .start()) {
                child.awaitLine(
                        line -> {
                            if (line.startsWith("synced ")) {
                                promised.set(Long.parseLong(line.substring("synced ".length())));
                            }
                            return promised.get() >= (level == Durability.SYNC ? 100 : RECORDS);
                        },
                        LIMIT);
                disk.cutPower();
                child.kill();
            }
            disk.restart();
            // Before a log was opened in another run of the system: what it left unsealed counts as lost.
            try (WriteAheadLog log =
                    WriteAheadLog.open(directory, config(level), ListenerEvents.NONE, RunOfSystem.another())) {
                int count = count(log);
                assertThat(count).as(log.recovery().toString()).isGreaterThanOrEqualTo((int) promised.get());
                append(log, count);
                log.sync();
                assertThat(count(log)).isEqualTo(count + 1);
            }
        }
    }

    /** Appends until that fails; tells how many records are on the device. */
    static final class Writer {

        public static void main(String[] args) {
            Durability level = Durability.valueOf(args[1]);
            WriteAheadLog log = WriteAheadLog.open(Path.of(args[0]), config(level));
            for (int number = 0; ; number++) {
                long position = append(log, number);
                if (level == Durability.SYNC || number % 50 == 0) {
                    log.awaitDurable(position);
                    System.out.println("synced " + (number + 1));
                }
            }
        }
    }

    /** The machine after a power cut that only the file system has seen. */
    private static final class RunOfSystem {

        static WalEnvironment another() {
            return new WalEnvironment(
                    java.util.UUID.randomUUID(), WalEnvironment.local().epochs());
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aFullDiskFailsAppendsKeepsReadsAndIsForgottenWhenThereIsSpace(Durability level) throws IOException {
        if (LoopDisk.unavailable().isEmpty()) {
            try (LoopDisk disk = LoopDisk.create(folder, BYTES)) {
                fill(disk.root(), level);
            }
        } else if (TmpfsDisk.unavailable().isEmpty()) {
            System.err.println("no loop disk, a tmpfs instead: " + LoopDisk.unavailable());
            try (TmpfsDisk disk = TmpfsDisk.create(folder, BYTES)) {
                fill(disk.root(), level);
            }
        } else {
            abort("no disk to fill, see DiskFaultsTest for a simulated one: " + TmpfsDisk.unavailable());
        }
    }

    private static void fill(Path root, Durability level) throws IOException {
        Path ballast = root.resolve("ballast");
        Files.write(ballast, new byte[(int) (BYTES / 2)]); // more than the memory that cannot be written
        int appended = 0;
        try (WriteAheadLog log = WriteAheadLog.open(root.resolve("log"), config(level))) {
            WalException refused = null;
            while (refused == null) {
                assertThat(appended).isLessThan(1_000_000);
                try {
                    append(log, appended);
                    appended++;
                } catch (WalException e) {
                    boolean slow = e.reason() == WalException.Reason.BACKPRESSURE;
                    refused = slow && level != Durability.PAGE ? null : e;
                }
            }
            // At PAGE, what cannot be written stays in memory: the thread that makes segments may find none first.
            assertThat(refused.reason())
                    .as(refused.toString())
                    .isIn(WalException.Reason.DISK_FULL, WalException.Reason.BACKPRESSURE);
            assertThat(count(log)).isEqualTo(appended);
            Files.delete(ballast);
            for (int more = 0; more < RECORDS; more++) {
                append(log, appended++);
            }
            log.sync();
            assertThat(count(log)).isEqualTo(appended);
        }
        try (WriteAheadLog log = WriteAheadLog.open(root.resolve("log"), config(level))) {
            assertThat(count(log)).isEqualTo(appended);
        }
    }
}
