package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.memory.StorageFiles;
import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.CrashKind;
import io.millrace.testkit.disk.SimulatedDisk;
import io.millrace.wal.WalEnvironment;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A repair that is killed at any operation and done again ends where one does that is left alone: nothing sound is lost, and
 * nothing is there twice.
 */
@Tag("once")
class RepairCrashTest {

    private static final int QUEUES = 12;
    private static final int SORTED_MESSAGES = 2_000;
    private static final int JOURNAL_MESSAGES = 150;
    private static final int SEVERAL_SEGMENTS = 2_000;
    private static final int STRIDE_MAX = 80;

    private final Random random = Seeds.random("RepairCrashTest");
    private final SimulatedDisk disk = SimulatedDisk.create(random.nextLong()).tear(true);
    private final Map<String, List<byte[]>> model = new HashMap<>();

    /**
     * What a store holds.
     *
     * @param next offset of every queue that there is
     * @param readable offsets of messages that are as they were put
     */
    private record Contents(Map<String, Long> next, Map<String, List<Integer>> readable, OptionalLong cursor) {}

    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void aDamagedRun(CrashKind kind) {
        fill(JOURNAL_MESSAGES);
        damage(newest("run-"), 4096 + 3000);
        repairAgainAndAgain(kind);
    }

    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void aDamagedCheckpoint(CrashKind kind) {
        fill(JOURNAL_MESSAGES);
        damage(newest("checkpoint-"), 100);
        repairAgainAndAgain(kind);
    }

    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void aDamagedJournal(CrashKind kind) {
        fill(JOURNAL_MESSAGES);
        damage(newest(".wal"), 4096 + 200);
        repairAgainAndAgain(kind);
    }

    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void aDamagedJournalOfSeveralSegments(CrashKind kind) {
        fill(SEVERAL_SEGMENTS);
        damage(segments().get(random.nextInt(segments().size())), 4096 + 200);
        repairAgainAndAgain(kind);
    }

    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void aMissingSegmentOfSeveral(CrashKind kind) throws IOException {
        fill(SEVERAL_SEGMENTS);
        Path oldest = segments().get(0);
        disk.files().delete(oldest);
        disk.files().forceDirectory(disk.root().resolve("queues/journal"));
        repairAgainAndAgain(kind);
    }

    @Test
    void allAtOnce() {
        fill(JOURNAL_MESSAGES);
        damage(newest("run-"), 4096 + 3000);
        damage(newest("checkpoint-"), 100);
        damage(newest(".wal"), 4096 + 200);
        repairAgainAndAgain(CrashKind.POWER_CUT);
    }

    @Test
    void allAtOnceWithSeveralSegments() {
        fill(SEVERAL_SEGMENTS);
        damage(newest("run-"), 4096 + 3000);
        damage(newest("checkpoint-"), 100);
        segments().forEach(segment -> damage(segment, 4096 + 200));
        repairAgainAndAgain(CrashKind.POWER_CUT);
    }

    /** Crashes at every few operations of a repair, repairs again, and compares with what a repair that is not killed leaves. */
    private void repairAgainAndAgain(CrashKind kind) {
        SimulatedDisk alone = disk.fork(random.nextLong());
        long begun = alone.faults().total();
        inspector(alone).repair(QueueInspector.Progress.SILENT);
        long operations = alone.faults().total() - begun;
        Contents expected = contents(alone);
        assertThat(expected.readable()).hasSizeGreaterThan(QUEUES);
        int points = 0;
        for (long at = 1; at <= operations; at += 1 + random.nextInt(STRIDE_MAX)) {
            SimulatedDisk crashed = disk.fork(random.nextLong());
            crashed.faults().failAllFrom(at);
            try {
                inspector(crashed).repair(QueueInspector.Progress.SILENT);
            } catch (QueueException e) {
                assertThat(e.reason())
                        .as("operation %s: %s", at, e.getMessage())
                        .isIn(
                                QueueException.Reason.IO,
                                QueueException.Reason.CORRUPT); // what cannot be read is damaged
            }
            crashed.crash(random, kind);
            crashed.faults().clear();
            String point = kind + " at operation " + at + " of " + operations;
            assertRefusedOrWhole(crashed.fork(random.nextLong()), expected, point);
            inspector(crashed).repair(QueueInspector.Progress.SILENT);
            assertThat(inspector(crashed).verify(QueueInspector.Progress.SILENT).isSound())
                    .as("repaired again after %s", point)
                    .isTrue();
            assertThat(contents(crashed)).as("repaired again after %s", point).isEqualTo(expected);
            points++;
        }
        assertThat(points).isPositive();
    }

    /** What a killed repair leaves does not open with fewer messages than it should have. */
    private void assertRefusedOrWhole(SimulatedDisk on, Contents expected, String point) {
        try (QueueEngine engine = open(on, files(on))) {
            assertThat(next(engine)).as("opened after %s", point).isEqualTo(expected.next());
        } catch (QueueException e) {
            assertThat(e.reason()).as("%s: %s", point, e.getMessage()).isEqualTo(QueueException.Reason.CORRUPT);
        }
    }

    /** Fails if a message reads as something else than was put. */
    private Contents contents(SimulatedDisk on) {
        Map<String, List<Integer>> readable = new TreeMap<>();
        try (QueueEngine engine = open(on, files(on))) {
            model.forEach((queue, messages) -> {
                List<Integer> offsets = new ArrayList<>();
                for (int offset = 0; offset < messages.size(); offset++) {
                    if (isThere(engine, queue, offset, messages.get(offset))) {
                        offsets.add(offset);
                    }
                }
                readable.put(queue, offsets);
            });
            QueueId queue = engine.findQueue("queue-0");
            return new Contents(
                    next(engine), readable, queue == null ? OptionalLong.empty() : engine.cursor("group", queue));
        }
    }

    private static Map<String, Long> next(QueueEngine engine) {
        Map<String, Long> next = new TreeMap<>();
        engine.forEachQueue(queue -> next.put(queue.name(), engine.nextOffset(queue)));
        return next;
    }

    private static boolean isThere(QueueEngine engine, String queue, int offset, byte[] message) {
        try {
            Collection<byte[]> found = engine.store().get(queue, offset, 1);
            if (found.isEmpty()) {
                return false;
            }
            if (found.size() != 1 || !Arrays.equals(found.iterator().next(), message)) {
                throw new AssertionError("not what was put: queue=" + queue + ", offset=" + offset);
            }
            return true;
        } catch (QueueException e) {
            assertThat(e.reason()).isEqualTo(QueueException.Reason.LOST);
            return false;
        }
    }

    /** Sorted runs; then a journal with messages, a new queue, a deleted one and a cursor that no checkpoint knows. */
    private void fill(int journalMessages) {
        try (QueueEngine engine = open(disk, files(disk))) {
            put(engine, SORTED_MESSAGES, "gone");
            Awaitility.await().until(() -> TestEngines.isSorted(engine));
        }
        try (QueueEngine engine = open(disk, withoutSorting(files(disk)))) {
            put(engine, journalMessages, "late");
            engine.delete(engine.queue("gone"));
            engine.commitCursor("group", engine.queue("queue-0"), 11);
            put(engine, QUEUES, "late");
            engine.sync();
        }
        model.remove("gone");
    }

    private void put(QueueEngine engine, int messages, String another) {
        for (int i = 0; i < messages; i++) {
            byte[] message = new byte[20 + random.nextInt(100)];
            random.nextBytes(message);
            int queue = random.nextInt(QUEUES + 1);
            String name = queue == QUEUES ? another : "queue-" + queue;
            engine.store().put(name, message);
            model.computeIfAbsent(name, its -> new ArrayList<>()).add(message);
        }
    }

    private Path newest(String kind) {
        List<Path> files = named(kind);
        return files.get(files.size() - 1);
    }

    private List<Path> segments() {
        return named(".wal");
    }

    private List<Path> named(String kind) {
        return disk.paths().stream()
                .filter(file -> String.valueOf(file.getFileName()).contains(kind))
                .sorted()
                .toList();
    }

    private void damage(Path file, long position) {
        disk.flipBit(file, position * 8 + random.nextInt(8));
    }

    private static StorageFiles files(SimulatedDisk on) {
        return new SimulatedStorage(on.files());
    }

    /** Refuses to write runs, so that full segments stay in the journal. */
    private static StorageFiles withoutSorting(StorageFiles files) {
        return (StorageFiles) Proxy.newProxyInstance(
                StorageFiles.class.getClassLoader(),
                new Class<?>[] {StorageFiles.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("openDirect")
                            && ((Set<?>) arguments[1]).contains(StandardOpenOption.WRITE)) {
                        throw new IOException("no run is written here");
                    }
                    try {
                        return method.invoke(files, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static QueueInspector inspector(SimulatedDisk on) {
        return QueueInspector.of(on.root().resolve("queues"), files(on));
    }

    private static QueueEngine open(SimulatedDisk on, StorageFiles files) {
        WalEnvironment environment = new WalEnvironment(
                UUID.fromString(on.bootId()), WalEnvironment.local().epochs());
        return QueueEngine.open(on.root().resolve("queues"), TestEngines.small().withFiles(files), environment);
    }
}
