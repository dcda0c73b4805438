package io.millrace.queue.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.PageArena;
import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.CrashKind;
import io.millrace.testkit.disk.DiskOperation;
import io.millrace.testkit.disk.SimulatedDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs on a disk that fails, fills up and loses its power. */
@Tag("once")
final class RunFaultsTest {
    private static final RunOrigin ORIGIN = RunOrigin.ofEpoch(7, 0, 1, 0, 0);

    private final PageArena arena = PageArena.create(16 << 20);

    @AfterEach
    void nothingLeaks() {
        arena.close();
    }

    private RunStorage storage(SimulatedDisk disk, boolean sync) {
        return RunStorage.of(new SimulatedStorage(disk.files()), arena, Duration.ZERO, sync)
                .withWriteBytes(8192);
    }

    @Test
    void eachFailingOperationIsAnErrorAndLeavesNoRun() {
        Random random = Seeds.random("RunFaultsTest.fail");
        RunModel model = RunModel.random(random, 40);
        for (DiskOperation operation : new DiskOperation[] {
            DiskOperation.OPEN,
            DiskOperation.WRITE,
            DiskOperation.FORCE,
            DiskOperation.FORCE_DIRECTORY,
            DiskOperation.MOVE
        }) {
            SimulatedDisk whole = SimulatedDisk.create(1);
            model.write(whole.root().resolve("a.run"), ORIGIN, storage(whole, true), new Random(2))
                    .release();
            long operations = whole.faults().count(operation);
            assertThat(operations).isPositive();
            for (int nth = 1; nth <= operations; nth++) {
                SimulatedDisk disk = SimulatedDisk.create(1);
                Path file = disk.root().resolve("a.run");
                disk.faults().fail(operation, nth);
                assertThatThrownBy(() -> model.write(file, ORIGIN, storage(disk, true), new Random(2)))
                        .isInstanceOfSatisfying(QueueException.class, e -> assertThat(e.reason())
                                .isEqualTo(Reason.IO));
                assertThat(disk.paths()).isEmpty();
            }
        }
    }

    @Test
    void aFullDiskIsNamedAsThatAndShortWritesGoOn() {
        Random random = Seeds.random("RunFaultsTest.full");
        RunModel model = RunModel.random(random, 60);
        SimulatedDisk disk = SimulatedDisk.create(1);
        Path file = disk.root().resolve("a.run");
        for (int space = 0; space < 5; space++) {
            disk.faults().spaceLeft(space * 9000L);
            assertThatThrownBy(() -> model.write(file, ORIGIN, storage(disk, false), new Random(2)))
                    .isInstanceOfSatisfying(
                            QueueException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DISK_FULL));
            assertThat(disk.paths()).isEmpty();
        }
        for (int nth = 1; nth < 6; nth++) {
            disk.faults().clear().shortWrite(nth);
            Run run = model.write(file, ORIGIN, storage(disk, false), new Random(2));
            RunVerifier.Summary found =
                    new RunVerifier(storage(disk, false), bytes -> {}).verify(file, damage -> {}, loss -> {});
            assertThat(found.isSound()).isTrue();
            run.condemn();
            run.release();
            assertThat(disk.paths()).isEmpty();
        }
    }

    @Test
    void aRunThatIsThereAfterAPowerCutIsWhole() {
        long seed = Seeds.seed("RunFaultsTest.power");
        Random random = new Random(seed);
        int there = 0;
        for (int round = 0; round < 400; round++) {
            SimulatedDisk disk = SimulatedDisk.create(seed + round).tear(round % 2 == 0);
            RunModel model = RunModel.random(random, 1 + random.nextInt(40));
            Path file = disk.root().resolve("a.run");
            boolean finished = false;
            disk.faults().failAllFrom(1 + random.nextInt(60));
            try {
                model.write(file, ORIGIN, storage(disk, true), random).release();
                finished = true;
            } catch (QueueException e) {
                assertThat(e.reason()).isEqualTo(Reason.IO);
            }
            disk.faults().clear();
            disk.crash(random, CrashKind.POWER_CUT);
            RunStorage after = storage(disk, true);
            if (after.files().exists(file)) {
                there++;
                RunVerifier.Summary found = new RunVerifier(after, bytes -> {}).verify(file, damage -> {}, loss -> {});
                assertThat(found.isSound()).isTrue();
                assertThat(found.messages()).isEqualTo(model.messages());
            } else {
                assertThat(finished).isFalse();
            }
        }
        assertThat(there).isBetween(1, 399);
    }

    @Test
    void aFailingReadNamesQueueAndOffsetAndTheNextOneWorks() {
        Random random = Seeds.random("RunFaultsTest.read");
        SimulatedDisk disk = SimulatedDisk.create(1);
        RunModel model = RunModel.random(random, 60);
        Run run = model.write(disk.root().resolve("a.run"), ORIGIN, storage(disk, false), random);
        int id = model.queues().lastKey();
        RunModel.Queue queue = model.queue(id);
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1, 0)) {
            disk.faults().fail(DiskOperation.READ, 1).fail(DiskOperation.READ, 2);
            assertThatThrownBy(() ->
                            run.read(id, queue.firstOffset(), 1, 0, reader, new ReadMessages(queue.firstOffset())))
                    .isInstanceOfSatisfying(
                            QueueException.class, e -> assertThat(e.reason()).isEqualTo(Reason.IO))
                    .hasMessageContainingAll("queue=" + id, "offset=" + queue.firstOffset(), "a.run", "position=");
            disk.faults().clear();
            ReadMessages read = new ReadMessages(queue.firstOffset());
            assertThat(run.read(id, queue.firstOffset(), 1, 0, reader, read)).isEqualTo(1);
            assertThat(read.equalsAll(queue.messages().subList(0, 1))).isTrue();
        }
        run.release();
    }

    @Test
    void aRepairThatFailsCanBeTriedAgain() {
        Random random = Seeds.random("RunFaultsTest.repair");
        RunModel model = RunModel.random(random, 30);
        for (int nth = 1; nth < 60; nth++) {
            SimulatedDisk disk = SimulatedDisk.create(nth);
            Path file = disk.root().resolve("a.run");
            model.write(file, ORIGIN, storage(disk, true), random).release();
            disk.flipBit(file, 8L * (4096 + 7));
            disk.faults().failAllFrom(nth);
            boolean repaired = false;
            try {
                new RunRepair(storage(disk, true), bytes -> {}).repair(file, damage -> {}, loss -> {});
                repaired = true;
            } catch (QueueException e) {
                // Failed reads look like damage; nothing was replaced by that.
                assertThat(e.reason()).isIn(Reason.IO, Reason.CORRUPT);
            }
            disk.faults().clear();
            disk.crash(random, CrashKind.POWER_CUT);
            long lost = new RunRepair(storage(disk, true), bytes -> {}).repair(file, damage -> {}, loss -> {});
            RunVerifier.Summary found =
                    new RunVerifier(storage(disk, true), bytes -> {}).verify(file, damage -> {}, loss -> {});
            assertThat(found.isSound()).isTrue();
            assertThat(found.marked()).isBetween(1L, (long) model.messages());
            if (repaired) {
                assertThat(lost).isZero();
            }
        }
    }
}
