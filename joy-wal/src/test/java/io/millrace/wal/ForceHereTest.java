package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.SimulatedDisk;
import io.millrace.wal.WalException.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that force by themselves, beside others that wait for the log's own. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ForceHereTest {

    private static final int THREADS = 4;
    private static final int RECORDS = 100;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @TempDir
    private Path directory = Path.of("");

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static WalConfig config(Durability level) {
        return WalConfig.defaults()
                .withDurability(level)
                .withForcesUnasked(false)
                .withSegmentBytes(WalConfig.SEGMENT_BYTES_MIN)
                .withCacheBytes(8L * WalConfig.SEGMENT_BYTES_MIN)
                .withPinnedBytesMax(4L * WalConfig.SEGMENT_BYTES_MIN);
    }

    private static byte[] text(int number) {
        return ("record " + number).getBytes(StandardCharsets.US_ASCII);
    }

    private static long append(WriteAheadLog log, int number) {
        byte[] bytes = text(number);
        return log.append(WalRecord.TYPE_MIN, bytes, 0, bytes.length);
    }

    private static List<String> read(WriteAheadLog log) {
        List<String> records = new ArrayList<>();
        try (LogReader reader = log.read(log.startPosition())) {
            while (reader.next()) {
                records.add(reader.record().toString(StandardCharsets.US_ASCII));
            }
        }
        return records;
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void whatWasForcedIsOnTheDeviceWhoeverForces(Durability level) throws Exception {
        long seed = Seeds.seed("ForceHereTest");
        try (WriteAheadLog log = WriteAheadLog.open(directory.resolve("log"), config(level))) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Random random = new Random(seed + i);
                running.add(threads.submit(() -> appendAndForce(log, random)));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        try (WriteAheadLog log = WriteAheadLog.open(directory.resolve("log"), config(level))) {
            assertThat(read(log)).hasSize(THREADS * RECORDS);
        }
    }

    private static void appendAndForce(WriteAheadLog log, Random random) {
        for (int i = 0; i < RECORDS; i++) {
            long position = append(log, i);
            switch (random.nextInt(4)) {
                case 0 -> log.awaitDurable(position);
                case 1 -> log.whenDurable(position).toCompletableFuture().join();
                default -> log.forceHere(position);
            }
            assertThat(log.durablePosition()).isGreaterThan(position);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aFullDiskIsToldAndForgottenWhenThereIsSpace(Durability level) {
        SimulatedDisk disk = SimulatedDisk.create(1);
        WalConfig config = config(level).withFiles(new SimulatedStorage(disk.files()));
        try (WriteAheadLog log = WriteAheadLog.open(disk.root().resolve("log"), config)) {
            log.forceHere(append(log, 0));
            disk.faults().spaceLeft(100_000);
            int appended = 1;
            WalException full = null;
            while (full == null) {
                try {
                    long position = append(log, appended);
                    appended++;
                    log.forceHere(position);
                } catch (WalException e) {
                    full = e;
                }
            }
            assertThat(full.reason()).isIn(Reason.DISK_FULL, Reason.BACKPRESSURE);
            disk.faults().clear();
            log.forceHere(append(log, appended++));
            assertThat(read(log)).hasSize(appended);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aLogThatClosesLetsThoseGoWhoForce(Durability level) throws Exception {
        for (int round = 0; round < 5; round++) {
            WriteAheadLog log = WriteAheadLog.open(directory.resolve("log" + round), config(level));
            log.forceHere(append(log, 0));
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                running.add(threads.submit(() -> {
                    while (true) {
                        log.forceHere(append(log, 1));
                    }
                }));
            }
            log.close();
            for (Future<?> each : running) {
                assertThatExceptionOfType(ExecutionException.class)
                        .isThrownBy(each::get)
                        .satisfies(e -> assertThat(e.getCause())
                                .isInstanceOfSatisfying(WalException.class, why -> assertThat(why.reason())
                                        .isEqualTo(Reason.CLOSED)));
            }
        }
    }
}
