package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.StorageFiles;
import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.CrashKind;
import io.millrace.testkit.disk.DiskOperation;
import io.millrace.testkit.disk.SimulatedDisk;
import io.millrace.wal.Durability;
import io.millrace.wal.WalEnvironment;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Operations that fail, a disk that is full and is not any more, bytes that change: a clear error, and the rest goes on. */
@Tag("once")
class QueueEngineFaultsTest {

    private static final int QUEUES = 20;

    private final Random random = Seeds.random("QueueEngineFaultsTest");
    private final SimulatedDisk disk = SimulatedDisk.create(random.nextLong());
    private final ExpectedQueues expected = new ExpectedQueues();
    private final Workload workload = new Workload(random.nextLong(), 0, QUEUES);

    private QueueEngine open(SimulatedDisk on, Durability durability) {
        return open(on, durability, Duration.ofSeconds(20));
    }

    private QueueEngine open(SimulatedDisk on, Durability durability, Duration patience) {
        return open(on, durability, patience, new SimulatedStorage(on.files()));
    }

    private static QueueEngine open(SimulatedDisk on, Durability durability, Duration patience, StorageFiles files) {
        QueueConfig config = TestEngines.small()
                .withDurability(durability)
                .withPatience(patience)
                .withFiles(files);
        WalEnvironment environment = new WalEnvironment(
                UUID.fromString(on.bootId()), WalEnvironment.local().epochs());
        return QueueEngine.open(on.root().resolve("queues"), config, environment);
    }

    private void steps(QueueEngine engine, int count) {
        for (Step step : workload.next(count)) {
            Workload.take(step, engine);
            expected.take(step);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void appendsComeBackByThemselvesAfterAFullDisk(Durability durability) {
        try (QueueEngine engine = open(disk, durability, Duration.ofMillis(300))) {
            persist(engine, 200);
            disk.faults().spaceLeft(0);
            QueueException refused = fillUp(engine);
            assertThat(refused.reason()).isIn(QueueException.Reason.DISK_FULL, QueueException.Reason.BACKPRESSURE);
            assertThat(refused).hasMessageContaining("queue=filler");
            assertThat(expected.difference(engine)).as("reads while it is full").isNull();
            long filled = engine.nextOffset(engine.queue("filler"));
            disk.faults().clear();
            Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
                engine.store().put("filler", new byte[100]);
                return true;
            });
            assertThat(engine.nextOffset(engine.queue("filler"))).isGreaterThan(filled);
            persist(engine, 500);
            assertThat(expected.difference(engine))
                    .as("after there was space again")
                    .isNull();
        }
        try (QueueEngine engine = open(disk, durability)) {
            assertThat(expected.difference(engine)).as("opened again").isNull();
        }
    }

    private static QueueException fillUp(QueueEngine engine) {
        engine.queue("filler");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < deadline) {
            try {
                engine.store().put("filler", new byte[1000]);
            } catch (QueueException e) {
                return e;
            }
        }
        throw new AssertionError("a full disk takes everything");
    }

    @Test
    void aQueueThatCannotBeMadeTakesNoNumber() {
        try (QueueEngine engine = open(disk, Durability.OS, Duration.ofMillis(300))) {
            disk.faults().spaceLeft(0);
            fillUp(engine);
            for (int i = 0; i < 20; i++) {
                String name = "new" + i;
                assertThatThrownBy(() -> engine.queue(name)).isInstanceOf(QueueException.class);
            }
            disk.faults().clear();
            Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
                engine.queue("last");
                return true;
            });
            assertThat(engine.queue("last").number()).isLessThan(5);
        }
    }

    @Test
    void failedWritesOfRunsAndCheckpointsAreTriedAgain() {
        try (QueueEngine engine = open(disk, Durability.OS)) {
            steps(engine, 100);
            for (int round = 0; round < 12; round++) {
                disk.faults().fail(DiskOperation.WRITE, 1 + random.nextInt(20));
                disk.faults().shortWrite(1 + random.nextInt(20));
                disk.faults().fail(DiskOperation.MOVE, 1 + random.nextInt(4));
                disk.faults().fail(DiskOperation.FORCE_DIRECTORY, 1 + random.nextInt(4));
                persist(engine, 200);
                disk.faults().clear();
            }
            assertThat(expected.difference(engine)).isNull();
        }
        try (QueueEngine engine = open(disk, Durability.OS)) {
            assertThat(expected.difference(engine)).as("opened again").isNull();
        }
    }

    /** On a full disk a merge that stayed would hold what is stored twice, and the room for the checkpoint that frees half. */
    @Test
    void aMergeWithoutItsCheckpointLeavesNothing() {
        AtomicBoolean refuses = new AtomicBoolean(true);
        StorageFiles files = withoutCheckpointsOfMerges(new SimulatedStorage(disk.files()), refuses::get);
        try (QueueEngine engine = open(disk, Durability.OS, Duration.ofSeconds(20), files)) {
            while (!engine.health().details().containsKey("merge")) {
                steps(engine, 20);
            }
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> TestEngines.isSorted(engine));
            assertThat(runs(engine)).as("runs that are still in use").isGreaterThanOrEqualTo(8);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> runFiles().size() == runs(engine));
            assertThat(expected.difference(engine)).isNull();
            refuses.set(false);
            while (runs(engine) >= 8) {
                steps(engine, 20);
            }
            assertThat(expected.difference(engine)).as("merged").isNull();
        }
        try (QueueEngine engine = open(disk, Durability.OS)) {
            assertThat(expected.difference(engine)).as("opened again").isNull();
        }
    }

    private static int runs(QueueEngine engine) {
        return Integer.parseInt(engine.health().details().get("runs"));
    }

    private List<Path> runFiles() throws IOException {
        return disk.files().list(disk.root().resolve("queues").resolve("runs"));
    }

    /** No space for a checkpoint, if it is a merge that has it written. */
    private static StorageFiles withoutCheckpointsOfMerges(StorageFiles files, BooleanSupplier refuses) {
        return (StorageFiles) Proxy.newProxyInstance(
                StorageFiles.class.getClassLoader(),
                new Class<?>[] {StorageFiles.class},
                (proxy, method, arguments) -> {
                    if (refuses.getAsBoolean()
                            && method.getName().equals("open")
                            && arguments[0].toString().endsWith("checkpoint-unfinished")
                            && Thread.currentThread().getName().equals("millrace-queue-merge")) {
                        throw new IOException("No space left on device");
                    }
                    try {
                        return method.invoke(files, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Takes steps that may have to be tried again; single messages only, for a batch may be there in part. */
    private void persist(QueueEngine engine, int count) {
        for (Step step : workload.next(count)) {
            Step single = new Step(step.kind(), step.queue(), Math.min(step.count(), 1), step.id());
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(1))
                    .pollDelay(Duration.ZERO)
                    .ignoreException(QueueException.class)
                    .until(() -> {
                        Workload.take(single, engine);
                        return true;
                    });
            expected.take(single);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aFailedForceOfTheJournalIsFinal(Durability durability) {
        QueueEngine engine = open(disk, durability);
        steps(engine, 50);
        engine.sync();
        disk.faults().failFrom(DiskOperation.FORCE, 1);
        assertThatThrownBy(() -> {
                    engine.store().put("q", new byte[10]);
                    engine.sync();
                })
                .isInstanceOfSatisfying(
                        QueueException.class, e -> assertThat(e.reason()).isEqualTo(QueueException.Reason.IO));
        disk.faults().clear();
        assertThatThrownBy(() -> engine.store().put("q", new byte[10])).isInstanceOf(QueueException.class);
        assertThat(engine.health().details()).containsKey("journal");
        assertThat(expected.difference(engine)).as("reads go on").isNull();
        engine.close();
        disk.crash(random, CrashKind.KILL);
        try (QueueEngine again = open(disk, durability)) {
            assertThat(expected.difference(again)).as("what was synced").isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void givesRightBytesOrNoneAfterAnyDamage(Durability durability) {
        try (QueueEngine engine = open(disk, durability)) {
            steps(engine, 1500);
            workload.next(4000).stream()
                    .filter(step -> step.kind() == Step.Kind.PUT)
                    .forEach(step -> {
                        Workload.take(step, engine);
                        expected.take(step);
                    });
            engine.sync();
        }
        int found = 0;
        List<Path> files =
                disk.paths().stream().filter(file -> !file.endsWith("lock")).toList();
        for (int round = 0; round < 150; round++) {
            SimulatedDisk damaged = disk.fork(random.nextLong());
            Path file = files.get(round % files.size());
            long bytes = damaged.bytes(file).length;
            if (bytes == 0) {
                continue;
            }
            if (round % 3 == 0) {
                damaged.cut(file, (long) (bytes * random.nextDouble()));
            } else {
                damaged.flipBit(file, (long) (bytes * 8 * random.nextDouble()));
            }
            found += look(damaged, durability, file) ? 1 : 0;
        }
        assertThat(found).as("damages found").isPositive();
    }

    /** What lies behind the last group that holds may be the end that a power cut took; what is before it may not. */
    private static @Nullable String difference(QueueEngine engine, String name, ExpectedQueue queue, Path file) {
        QueueId id = engine.findQueue(name);
        boolean journal = String.valueOf(file.getParent()).endsWith("journal");
        if (journal) {
            return id == null ? null : queue.copy().cutTo(engine, id);
        }
        return queue.difference(engine, name);
    }

    /** Whether the damage was found; fails if a queue that answers has other bytes than it should. */
    private boolean look(SimulatedDisk damaged, Durability durability, Path file) {
        int[] found = new int[1];
        try (QueueEngine engine = open(damaged, durability)) {
            expected.forEach((name, queue) -> {
                try {
                    assertThat(difference(engine, name, queue, file))
                            .as("damaged: " + file)
                            .isNull();
                } catch (QueueException e) {
                    assertThat(e.reason()).isEqualTo(QueueException.Reason.CORRUPT);
                    assertThat(e).hasMessageContaining(name);
                    found[0]++;
                }
            });
        } catch (QueueException e) {
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(QueueException.Reason.CORRUPT);
            return true;
        }
        return found[0] > 0;
    }
}
