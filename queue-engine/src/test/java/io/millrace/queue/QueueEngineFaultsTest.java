package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.CrashKind;
import io.millrace.testkit.disk.DiskOperation;
import io.millrace.testkit.disk.SimulatedDisk;
import io.millrace.wal.Durability;
import io.millrace.wal.WalEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
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
        QueueConfig config = TestEngines.small()
                .withDurability(durability)
                .withPatience(patience)
                .withFiles(new SimulatedStorage(on.files()));
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
