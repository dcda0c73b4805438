package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.JavaProcess;
import io.millrace.testkit.disk.LoopDisk;
import io.millrace.testkit.disk.TmpfsDisk;
import io.millrace.wal.Durability;
import io.millrace.wal.WalEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real file systems that lose power and fill up. Where none can be mounted, the reason is printed: {@link QueueEngineDiskTest}
 * and {@link QueueEngineFaultsTest} ask the same of a simulated disk.
 */
class QueueEngineRealDiskIT {

    private static final long DISK_BYTES = 24L << 20;
    private static final int BALLAST_BYTES = 4 << 20;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Path folder;

    QueueEngineRealDiskIT(@TempDir Path folder) {
        this.folder = folder;
    }

    // ---- power ----

    @ParameterizedTest
    @EnumSource(
            value = Durability.class,
            names = {"SYNC", "OS"})
    void whatIsOnTheDeviceOutlivesThePower(Durability durability) throws IOException {
        assumeTrue(LoopDisk.unavailable().isEmpty(), "no loop disk, so no power cut: " + LoopDisk.unavailable());
        try (LoopDisk disk = LoopDisk.create(folder, 4 * DISK_BYTES)) {
            Path directory = disk.root().resolve("queues");
            Path log = folder.resolve("output.log");
            long enough = durability == Durability.SYNC ? 50 : 50_000;
            try (ChildProcess child = JavaProcess.of(DiskWriter.class)
                    .arguments(directory.toString(), durability.name())
                    .process()
                    .log(log)
                    .start()) {
                child.awaitLine(line -> durableOf(line) >= enough, LIMIT);
                disk.cutPower();
                child.awaitLine(line -> line.startsWith("FAILED IO"), LIMIT);
                child.kill();
            }
            disk.restart();
            long durable = Files.readAllLines(log).stream()
                    .mapToLong(QueueEngineRealDiskIT::durableOf)
                    .max()
                    .orElse(0);
            Files.delete(log);
            long kept = checkBeginning(directory, durability, durable);
            assertThat(checkBeginning(directory, durability, kept))
                    .as("opened again")
                    .isEqualTo(kept);
            System.err.println(durability + ": durable=" + durable + ", kept=" + kept);
        }
        assertThat(folder).isEmptyDirectory();
    }

    private static long durableOf(String line) {
        return line.startsWith("DURABLE ") ? Long.parseLong(line.substring("DURABLE ".length())) : 0;
    }

    /** Every queue holds a beginning of what was put, and together they hold a beginning too, of so many messages at least. */
    private static long checkBeginning(Path directory, Durability durability, long least) {
        // To the log the machine has not been off, so it is told.
        WalEnvironment booted =
                new WalEnvironment(UUID.randomUUID(), WalEnvironment.local().epochs());
        long kept = 0;
        try (QueueEngine engine = QueueEngine.open(directory, DiskWriter.config(durability), booted)) {
            for (long queue = 0; queue < DiskWriter.QUEUES; queue++) {
                kept += engine.nextOffset(engine.queue(DiskWriter.queue(queue)));
            }
            assertThat(kept).isGreaterThanOrEqualTo(least);
            for (long queue = 0; queue < DiskWriter.QUEUES; queue++) {
                Collection<byte[]> messages = engine.store().get(DiskWriter.queue(queue), 0, Long.MAX_VALUE);
                long id = queue;
                for (byte[] message : messages) {
                    assertThat(message).as("message %s", id).isEqualTo(DiskWriter.message(id));
                    id += DiskWriter.QUEUES;
                }
                assertThat(id).as("end of queue %s", queue).isBetween(kept, kept + DiskWriter.QUEUES - 1);
            }
        }
        return kept;
    }

    // ---- space ----

    /** At OS on tmpfs, below. */
    @ParameterizedTest
    @EnumSource(value = Durability.class, mode = EnumSource.Mode.EXCLUDE, names = "OS")
    void putsComeBackAfterAFullExt4(Durability durability) throws IOException {
        assumeTrue(LoopDisk.unavailable().isEmpty(), "no loop disk to fill: " + LoopDisk.unavailable());
        try (LoopDisk disk = LoopDisk.create(folder, DISK_BYTES)) {
            fillAndFree(disk.root(), durability);
        }
    }

    @Test
    void putsComeBackAfterAFullTmpfs() throws IOException {
        assumeTrue(TmpfsDisk.unavailable().isEmpty(), "no tmpfs to fill: " + TmpfsDisk.unavailable());
        try (TmpfsDisk disk = TmpfsDisk.create(folder, DISK_BYTES)) {
            fillAndFree(disk.root(), Durability.OS);
        }
    }

    private static void fillAndFree(Path root, Durability durability) throws IOException {
        Path ballast = root.resolve("ballast");
        Files.write(ballast, new byte[BALLAST_BYTES]);
        Path directory = root.resolve("queues");
        QueueConfig config = DiskWriter.config(durability).withPatience(Duration.ofSeconds(3));
        long put;
        try (QueueEngine engine = QueueEngine.open(directory, config)) {
            put = putUntilFull(engine);
            checkAll(engine, put);
            Files.delete(ballast);
            for (int i = 0; i < 500; i++) {
                persist(engine, put++);
            }
            checkAll(engine, put);
        }
        try (QueueEngine engine = QueueEngine.open(directory, config)) {
            checkAll(engine, put);
        }
    }

    /** Puts once there is room: a merge takes what is free for itself too, until it finds that this is not enough. */
    private static void persist(QueueEngine engine, long id) {
        Awaitility.await()
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .ignoreException(QueueException.class)
                .until(() -> putOne(engine, id));
    }

    private static boolean putOne(QueueEngine engine, long id) {
        engine.store().put(DiskWriter.queue(id), big(id));
        return true;
    }

    private static byte[] big(long id) {
        return Arrays.copyOf(DiskWriter.message(id), 4000);
    }

    /** How many were put before the disk was full. */
    private static long putUntilFull(QueueEngine engine) {
        long put = 0;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < deadline) {
            try {
                putOne(engine, put);
                put++;
            } catch (QueueException e) {
                if (e.reason() == QueueException.Reason.DISK_FULL) {
                    assertThat(e).hasMessageContaining(DiskWriter.queue(put));
                    return put;
                }
                assertThat(e.reason()).as("slow, not full").isEqualTo(QueueException.Reason.BACKPRESSURE);
            }
        }
        throw new AssertionError("a full disk takes everything");
    }

    private static void checkAll(QueueEngine engine, long put) {
        for (long queue = 0; queue < DiskWriter.QUEUES; queue++) {
            Collection<byte[]> messages = engine.store().get(DiskWriter.queue(queue), 0, Long.MAX_VALUE);
            long id = queue;
            for (byte[] message : messages) {
                assertThat(message).as("message %s", id).isEqualTo(big(id));
                id += DiskWriter.QUEUES;
            }
            assertThat(id).as("end of queue %s", queue).isBetween(put, put + DiskWriter.QUEUES - 1);
        }
    }
}
