package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.testkit.disk.CrashKind;
import io.millrace.testkit.disk.SimulatedDisk;
import io.millrace.wal.Durability;
import io.millrace.wal.WalEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One engine on a simulated disk, written to by one thread. Copies of its disk crash while it goes on, and are recovered: at
 * once, and again after a second crash of what the recovery has made of them.
 *
 * <p>The seed decides the steps and what a crash loses; which operations of the engine's own threads come before a crash is
 * chance. So a disk that was not recovered as promised is left in {@code target/crashed}, to be opened again.
 */
final class CrashWorld {

    private static final int QUEUES = 40;
    private static final int STEPS = 4000;
    private static final int PAUSE_STEPS_MAX = 60;

    private final Durability level;
    private final CrashKind kind;
    private final long seed;
    private final Random random;
    private final SimulatedDisk disk;
    private final List<Step> steps;
    private final ExpectedQueues acknowledged = new ExpectedQueues();
    private final Semaphore permits = new Semaphore(0);
    private int known;
    private int permitted;
    private volatile int begun;
    private volatile int done;
    private volatile @Nullable Throwable failure;

    CrashWorld(Durability level, CrashKind kind, long seed) {
        this.level = level;
        this.kind = kind;
        this.seed = seed;
        this.random = new Random(seed);
        this.disk = SimulatedDisk.create(random.nextLong()).tear(true);
        this.steps = new Workload(random.nextLong(), 0, QUEUES).next(STEPS);
    }

    /** At least so many crash points, if the steps last; returns how many there were. */
    int run(int points) throws Exception {
        int crashes = 0;
        try (QueueEngine engine = open(disk)) {
            Thread writer = new Thread(() -> write(engine), "writer");
            writer.start();
            while (crashes < points && done < STEPS && failure == null) {
                int more = random.nextInt(PAUSE_STEPS_MAX);
                permitted = Math.min(STEPS, permitted + more);
                permits.release(more);
                for (int spins = random.nextInt(2000); spins > 0; spins--) {
                    Thread.onSpinWait();
                }
                if (kind == CrashKind.KILL) {
                    awaitWriter();
                }
                crashes += crashCopy(crashes);
            }
            permits.release(STEPS);
            writer.join();
        }
        if (failure != null) {
            throw new AssertionError("writer ended: " + where(crashes), failure);
        }
        return crashes;
    }

    /**
     * A killed process leaves its memory as it was at one instant; a copy of mapped bytes is not taken in an instant. So
     * nobody appends while it is taken. A power cut keeps any part of what was not forced, and needs no such care.
     */
    private void awaitWriter() {
        while (done < permitted && failure == null) {
            Thread.onSpinWait();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread counts: the writer
    private void write(QueueEngine engine) {
        try {
            for (Step step : steps) {
                if (!permits.tryAcquire(1, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("nobody asks for steps");
                }
                begun++;
                Workload.take(step, engine);
                done++;
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            failure = e;
        }
    }

    private int crashCopy(int crashes) throws IOException {
        int before = done;
        SimulatedDisk crashed = disk.fork(random.nextLong());
        int after = begun;
        steps.subList(known, before).forEach(acknowledged::take);
        known = before;
        crashed.crash(random, kind);
        SimulatedDisk evidence = crashed.fork(0);
        try {
            SimulatedDisk second;
            ExpectedQueues found;
            try (QueueEngine engine = open(crashed)) {
                found = settle(engine, acknowledged.copy(), steps.subList(before, after), 0);
                second = crashed.fork(random.nextLong());
                if (random.nextBoolean()) {
                    goOn(engine, found);
                }
            }
            second.crash(random, kind);
            try (QueueEngine engine = open(second)) {
                settle(engine, found, List.of(), -1);
            }
            return 2;
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(where(crashes) + ", disk=" + save(evidence), e);
        }
    }

    /** What is there is what may be there; returns it. */
    private ExpectedQueues settle(QueueEngine engine, ExpectedQueues least, List<Step> unacknowledged, int from) {
        boolean promised = level == Durability.SYNC || level == Durability.OS && kind == CrashKind.KILL;
        if (promised) {
            assertThat(least.settle(engine, unacknowledged)).isNull();
            return least;
        }
        Generations generations = new Generations(from < 0 ? least : new ExpectedQueues(), false);
        if (from == 0) {
            steps.subList(0, known + unacknowledged.size()).forEach(generations::take);
        }
        return generations.settle(engine);
    }

    private void goOn(QueueEngine engine, ExpectedQueues found) {
        ExpectedQueues expected = found.copy();
        for (Step step : new Workload(random.nextLong(), 0, QUEUES).next(random.nextInt(30))) {
            Workload.take(step, engine);
            expected.take(step);
        }
        assertThat(expected.difference(engine)).as("after more steps").isNull();
    }

    private QueueEngine open(SimulatedDisk on) {
        QueueConfig config = TestEngines.small()
                .withMemoryBytes(QueueConfig.MEMORY_BYTES_MIN)
                .withEpochBytes(64 << 10)
                .withDurability(level)
                .withFiles(new SimulatedStorage(on.files()));
        WalEnvironment environment = new WalEnvironment(
                UUID.fromString(on.bootId()), WalEnvironment.local().epochs());
        return QueueEngine.open(on.root().resolve("queues"), config, environment);
    }

    private String where(int crashes) {
        return "level=" + level + ", kind=" + kind + ", world=" + seed + "L, crashes=" + crashes + ", step=" + known;
    }

    private static Path save(SimulatedDisk disk) throws IOException {
        Path folder = Path.of("target", "crashed", disk.bootId());
        for (Path file : disk.paths()) {
            Path copy = folder.resolve(disk.root().relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.write(copy, disk.bytes(file));
        }
        return folder;
    }
}
