package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.CrashKind;
import io.millrace.testkit.disk.DiskOperation;
import io.millrace.testkit.disk.SimulatedDisk;
import io.millrace.wal.WalException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A disk that is full, and one whose writes and forces fail. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@Tag("once")
class DiskFaultsTest {

    private final Random random = Seeds.random("DiskFaultsTest");
    private final SimulatedDisk disk = SimulatedDisk.create(random.nextLong());

    private WriteAheadLog open(Durability level) {
        return open(level, Duration.ofSeconds(2));
    }

    private WriteAheadLog open(Durability level, Duration patience) {
        return WriteAheadLog.open(disk.root().resolve("log"), config(level).withAppendPatience(patience));
    }

    private WalConfig config(Durability level) {
        return WalConfig.defaults()
                .withDurability(level)
                .withSegmentBytes(WalConfig.SEGMENT_BYTES_MIN)
                .withCacheBytes(8L * WalConfig.SEGMENT_BYTES_MIN)
                .withPinnedBytesMax(4L * WalConfig.SEGMENT_BYTES_MIN)
                .withFiles(new SimulatedStorage(disk.files()));
    }

    private static byte[] bytes(int number) {
        byte[] bytes = new byte[1000];
        java.util.Arrays.fill(bytes, (byte) number);
        return bytes;
    }

    private static long append(WriteAheadLog log, int number) {
        return log.append(WalRecord.TYPE_MIN, bytes(number), 0, 1000);
    }

    private static int count(WriteAheadLog log) {
        int count = 0;
        try (LogReader reader = log.read(log.startPosition())) {
            while (reader.next()) {
                assertThat(reader.record().getByte(reader.record().readerIndex()))
                        .isEqualTo((byte) count);
                count++;
            }
        }
        return count;
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aFullDiskFailsAppendsKeepsReadsAndIsForgottenWhenThereIsSpace(Durability level) {
        try (WriteAheadLog log = open(level)) {
            int appended = 0;
            append(log, appended++);
            log.sync();
            disk.faults().spaceLeft(100_000);
            WalException refused = null;
            while (refused == null) {
                assertThat(appended).isLessThan(10_000);
                try {
                    append(log, appended);
                    appended++;
                } catch (WalException e) {
                    refused = e;
                }
            }
            // At PAGE memory may run out before the thread that makes segments meets the full disk.
            assertThat(refused.reason()).isIn(Reason.DISK_FULL, Reason.BACKPRESSURE);
            assertThat(count(log)).isEqualTo(appended);
            disk.faults().clear();
            for (int more = 0; more < 200; more++) {
                appendAtLast(log, appended++);
            }
            log.sync();
            assertThat(count(log)).isEqualTo(appended);
            disk.crash(random, CrashKind.POWER_CUT);
        } catch (WalException e) {
            assertThat(e.reason()).isEqualTo(Reason.IO); // the close, after the crash
        }
        try (WriteAheadLog log = open(level)) {
            assertThat(count(log)).isGreaterThan(200);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aFailedForceIsFinal(Durability level) {
        List<Long> positions = new ArrayList<>();
        try (WriteAheadLog log = open(level)) {
            for (int number = 0; number < 10; number++) {
                positions.add(append(log, number));
            }
            log.sync();
            long durable = log.durablePosition();
            disk.faults().failFrom(DiskOperation.FORCE, 1);
            WalException failed = catchThrowableOfType(WalException.class, () -> {
                long position = append(log, 10);
                log.awaitDurable(position);
            });
            assertThat(failed.reason()).isEqualTo(Reason.FAILED);
            disk.faults().clear();
            assertThatThrownBy(() -> append(log, 11)).isInstanceOf(WalException.class);
            assertThatThrownBy(log::sync).isInstanceOf(WalException.class);
            assertThat(log.durablePosition()).isEqualTo(durable);
            assertThat(count(log)).isGreaterThanOrEqualTo(10);
        }
        disk.crash(random, CrashKind.POWER_CUT);
        try (WriteAheadLog log = open(level)) {
            assertThat(count(log)).isGreaterThanOrEqualTo(10);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DiskOperation.class,
            names = {"FORCE_DIRECTORY", "DELETE", "MOVE", "OPEN"})
    void namesThatCannotBeChangedAreChangedLater(DiskOperation operation) {
        int appended = 0;
        // Each round waits for a refusal: some attempts of the thread that makes segments are enough.
        try (WriteAheadLog log = open(Durability.OS, Duration.ofMillis(500))) {
            for (int round = 0; round < 8; round++) {
                disk.faults().failFrom(operation, 1).fail(DiskOperation.MOVE, 2);
                boolean refused = false;
                for (int tried = 0; tried < 600 && !refused; tried++) {
                    refused = isRefused(log, appended);
                    appended += refused ? 0 : 1;
                    log.truncatePrefix(log.tailPosition() - 2 * WalConfig.SEGMENT_BYTES_MIN);
                }
                disk.faults().clear();
                for (int more = 0; more < 300; more++) {
                    appendAtLast(log, appended++);
                    log.truncatePrefix(log.tailPosition() - 2 * WalConfig.SEGMENT_BYTES_MIN);
                }
            }
            checkEndsWith(log, appended);
        }
        try (WriteAheadLog log = open(Durability.OS)) {
            checkEndsWith(log, appended);
        }
    }

    private static void checkEndsWith(WriteAheadLog log, int appended) {
        int left = 0;
        try (LogReader reader = log.read(log.startPosition())) {
            while (reader.next()) {
                left++;
            }
        }
        int number = appended - left;
        try (LogReader reader = log.read(log.startPosition())) {
            while (reader.next()) {
                assertThat(reader.record().getByte(reader.record().readerIndex()))
                        .isEqualTo((byte) number++);
            }
        }
    }

    private static boolean isRefused(WriteAheadLog log, int number) {
        try {
            append(log, number);
            return false;
        } catch (WalException e) {
            assertThat(e.reason()).isIn(Reason.IO, Reason.BACKPRESSURE, Reason.DISK_FULL);
            return true;
        }
    }

    /** Appends again until it is taken: the thread that makes segments has to see first that the fault is gone. */
    private static void appendAtLast(WriteAheadLog log, int number) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (isRefused(log, number)) {
            assertThat(System.nanoTime() - end).as("refused for a minute").isNegative();
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shortWritesAreCompleted(Durability level) {
        try (WriteAheadLog log = open(level, Duration.ofSeconds(20))) {
            for (int number = 0; number < 500; number++) {
                disk.faults().shortWrite(1);
                append(log, number);
                if (number % 50 == 0) {
                    log.sync();
                }
            }
            log.sync();
        }
        disk.crash(random, CrashKind.POWER_CUT);
        try (WriteAheadLog log = open(level)) {
            assertThat(count(log)).isEqualTo(500);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void recordsBecomeDurableByThemselvesAtSyncOnly(Durability level) {
        try (WriteAheadLog log = open(level)) {
            long position = append(log, 0);
            if (level == Durability.SYNC) {
                Awaitility.await().until(() -> log.durablePosition() > position);
            } else {
                log.whenDurable(position).toCompletableFuture().join();
                assertThat(log.durablePosition()).isGreaterThan(position);
            }
        }
    }

    @Test
    void oneForceCoversWhatWasAppendedBeforeItWasAskedFor() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        WalConfig config = config(Durability.SYNC).withForcesUnasked(false).withMeters(meters);
        try (WriteAheadLog log = WriteAheadLog.open(disk.root().resolve("log"), config)) {
            log.sync();
            long before = meters.get("millrace.wal.sync.duration").timer().count();
            long last = 0;
            for (int number = 0; number < 1000; number++) {
                last = append(log, number);
            }
            log.whenDurable(last).toCompletableFuture().join();
            assertThat(log.durablePosition()).isGreaterThan(last);
            assertThat(meters.get("millrace.wal.sync.duration").timer().count() - before)
                    .isEqualTo(1);
        }
        disk.crash(random, CrashKind.POWER_CUT);
        try (WriteAheadLog log = open(Durability.SYNC)) {
            assertThat(count(log)).isEqualTo(1000);
        }
    }
}
