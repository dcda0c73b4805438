package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damages of every kind: verify finds them, repair leaves a store that opens, and says exactly what was lost. */
@Tag("once")
class QueueInspectorTest {

    private final Path directory;
    private final DamagedStore store;

    QueueInspectorTest(@TempDir Path folder) {
        this.directory = folder.resolve("queues");
        this.store = DamagedStore.fill(directory, 20261121);
    }

    @Test
    void aSoundStoreIsSound() throws IOException {
        QueueVerification found = store.verify();

        assertThat(found.damages()).isEmpty();
        assertThat(found.losses()).isEmpty();
        assertThat(found.isSound()).isTrue();
        assertThat(found.queues()).isEqualTo(DamagedStore.QUEUES);
        assertThat(found.messages())
                .isEqualTo(store.names().stream()
                        .mapToLong(name -> store.messages(name).size())
                        .sum());
        assertThat(store.repair().actions()).isEmpty();
    }

    @Test
    void listsEveryQueue() {
        List<QueueSummary> found = new ArrayList<>();
        store.inspector().list(found::add);

        assertThat(found).hasSize(DamagedStore.QUEUES).allSatisfy(queue -> {
            assertThat(queue.earliestOffset()).isZero();
            assertThat(queue.nextOffset())
                    .isEqualTo(store.messages(queue.name()).size());
            assertThat(queue.bytes()).isPositive();
        });
    }

    @Test
    void dumpsTheMessagesOfAQueue() {
        List<byte[]> expected = store.messages("queue-5");
        List<byte[]> found = new ArrayList<>();

        assertThat(store.inspector().dump("queue-5", 3, Long.MAX_VALUE, collecting(found)))
                .isTrue();

        assertThat(found).containsExactlyElementsOf(expected.subList(3, expected.size()));
        assertThat(store.inspector().dump("nobody", 0, 10, collecting(found))).isFalse();
    }

    @Test
    void refusesADirectoryInUse() {
        try (QueueEngine engine = store.open()) {
            assertThat(engine.queueCount()).isEqualTo(DamagedStore.QUEUES);
            assertThatThrownBy(() -> store.inspector().verify(QueueInspector.Progress.SILENT))
                    .isInstanceOfSatisfying(
                            QueueException.class, e -> assertThat(e.reason()).isEqualTo(QueueException.Reason.IN_USE));
        }
    }

    @Test
    void refusesADirectoryOfSomethingElse() {
        assertThatThrownBy(() -> QueueInspector.of(directory.resolve("journal")))
                .isInstanceOf(QueueException.class)
                .hasMessageContaining("no queues here");
    }

    @Test
    void anExtraRunIsNoDamage() throws IOException {
        Path extra = directory.resolve("runs/run-00000000000000999999");
        Files.copy(run(0), extra);

        QueueVerification found = store.verify();

        assertThat(found.extraFiles()).contains(extra);
        assertThat(found.isSound()).isTrue();
        store.checkAllBut(List.of());
        assertThat(extra).doesNotExist();
    }

    @Test
    void aFlippedByteInARunsDataCostsItsBlock() throws IOException {
        Path run = run(0);
        store.flip(run, 4096 + 5000);

        List<QueueLoss> losses = repaired(QueueDamage.Part.RUN, run);
        assertThat(losses).isNotEmpty();
        assertThat(losses.stream().mapToLong(QueueLoss::count).sum()).isLessThan(400);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, 1.0})
    void aFlippedByteInOneDescriptorOfARunCostsNothing(double place) throws IOException {
        Path run = run(1);
        store.flip(run, (long) (place * (Files.size(run) - 4096)) + 40);

        assertThat(repaired(QueueDamage.Part.RUN, run)).isEmpty();
    }

    @Test
    void aFlippedByteInOneIndexOfARunCostsNothing() throws IOException {
        Path run = run(1);
        store.flip(run, Files.size(run) - 4096 - 10);
        store.flip(run, Files.size(run) - 4096 - 4090);

        assertThat(repaired(QueueDamage.Part.RUN, run)).isEmpty();
    }

    @Test
    void aRunOfWhichNothingCanBeReadIsLost() throws IOException {
        Path run = run(1);
        store.flip(run, 20);
        store.flip(run, Files.size(run) - 4096 + 20);

        assertThat(repaired(QueueDamage.Part.RUN, run)).hasSizeGreaterThanOrEqualTo(DamagedStore.QUEUES - 5);
    }

    @Test
    void aCutRunIsRepairedOrLost() throws IOException {
        Path run = run(0);
        store.cut(run, Files.size(run) / 2);

        assertThat(repaired(QueueDamage.Part.RUN, run)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1})
    void aMissingRunIsReplacedByMarks(int index) throws IOException {
        List<Path> runs = runs();
        Path run = runs.get(index < 0 ? runs.size() - 1 : index);
        Files.delete(run);

        assertThat(repaired(QueueDamage.Part.RUN, run)).isNotEmpty();
    }

    @Test
    void everyRunMissing() throws IOException {
        for (Path run : store.files("runs")) {
            Files.delete(run);
        }
        assertThat(repaired(QueueDamage.Part.RUN, null)).hasSize(DamagedStore.QUEUES);
    }

    @Test
    void aFlippedByteAnywhereInTheCheckpointCostsNoMessage() throws IOException {
        List<Path> checkpoints = store.files("");
        Path newest = checkpoints.get(checkpoints.size() - 1);
        long size = Files.size(newest);
        long position = Seeds.random("place in the checkpoint").nextInt((int) size);
        store.flip(newest, position);

        assertThat(repaired(QueueDamage.Part.CHECKPOINT, newest))
                .as("position=%s", position)
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 20, 70, 100, 200})
    void aFlippedByteInTheCheckpointCostsNoMessage(int position) throws IOException {
        List<Path> checkpoints = store.files("");
        Path newest = checkpoints.get(checkpoints.size() - 1);
        store.flip(newest, position);

        assertThat(repaired(QueueDamage.Part.CHECKPOINT, newest)).isEmpty();
    }

    @Test
    void aCutCheckpointCostsNoMessage() throws IOException {
        List<Path> checkpoints = store.files("");
        Path newest = checkpoints.get(checkpoints.size() - 1);
        store.cut(newest, Files.size(newest) / 2);

        assertThat(repaired(QueueDamage.Part.CHECKPOINT, newest)).isEmpty();
    }

    @Test
    void aMissingCheckpointCostsNoMessage() throws IOException {
        List<Path> checkpoints = store.files("");
        Files.delete(checkpoints.get(checkpoints.size() - 1));

        assertThat(repaired(null, null)).isEmpty();
    }

    @Test
    void theCheckpointBeforeMayBeDamagedToo() throws IOException {
        Path before = store.files("").get(0);
        store.flip(before, 50);

        assertThat(repaired(QueueDamage.Part.CHECKPOINT, before)).isEmpty();
    }

    @Test
    void withoutAnyCheckpointQueuesLoseTheirNamesOnly() throws IOException {
        for (Path checkpoint : store.files("")) {
            Files.delete(checkpoint);
        }
        QueueVerification found = store.verify();
        assertThat(found.isSound()).isFalse();

        QueueRepair repair = store.repair();

        assertThat(repair.actions()).anyMatch(action -> action.contains("recovered-0"));
        assertThat(store.verify().isSound()).isTrue();
        try (QueueEngine engine = store.open()) {
            List<String> names = List.copyOf(store.names());
            for (int number = 0; number < names.size(); number++) {
                List<byte[]> messages = store.messages(names.get(number));
                assertThat(engine.store().get("recovered-" + number, 0, Long.MAX_VALUE))
                        .containsExactlyElementsOf(messages);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99})
    void aFlippedByteInTheJournalCostsItsGroup(double place) throws IOException {
        Path segment = store.files("journal").get(0);
        store.flip(segment, 4096 + (long) (place * (store.contentBytes(segment) - 4096)));

        List<QueueLoss> losses = repairedJournal(segment);
        assertThat(losses).isNotEmpty();
    }

    @Test
    void aFlippedByteInEachKindOfPlaceOfTheJournal() throws IOException {
        Path segment = store.files("journal").get(0);
        long position = 4096 + Seeds.random("place in the journal").nextInt((int) store.contentBytes(segment) - 4096);
        store.flip(segment, position);

        repairedJournal(segment);
    }

    @Test
    void aFlippedHeaderOfASegmentCostsTheSegment() throws IOException {
        Path segment = store.files("journal").get(0);
        store.flip(segment, 30);

        assertThat(repairedJournal(segment)).isNotEmpty();
    }

    @Test
    void aCutSegmentCostsWhatWasBehind() throws IOException {
        Path segment = store.files("journal").get(0);
        store.cut(segment, 4096 + (store.contentBytes(segment) - 4096) / 2);

        repairedJournal(segment);
    }

    @Test
    void aMissingSegmentCostsWhatWasInIt() throws IOException {
        Path segment = store.files("journal").get(0);
        Files.delete(segment);

        repairedJournal(null);
    }

    /**
     * As {@link #repaired}, but that the last messages of queues may be gone without a name: fewer than the segment held, and
     * none in the middle of what is left.
     */
    private List<QueueLoss> repairedJournal(@Nullable Path segment) throws IOException {
        QueueVerification found = store.verify();
        assertThat(found.isSound()).isFalse();
        assertThat(found.damages())
                .anyMatch(damage -> damage.part() == QueueDamage.Part.JOURNAL
                        && (segment == null || damage.file().equals(segment)));
        QueueRepair repair = store.repair();
        assertThat(store.verify().isSound()).as("after %s", repair.actions()).isTrue();
        List<QueueLoss> losses = repair.found().losses();
        boolean blind =
                found.damages().stream().anyMatch(damage -> damage.what().contains("without a name"));
        List<QueueLoss> all = new ArrayList<>(losses);
        all.addAll(blind ? store.ends() : List.of());
        store.checkAllBut(all);
        store.checkGoesOn();
        store.checkAllBut(all);
        return losses;
    }

    /** A run that counts: closing may leave one that was just being written or merged away. */
    private Path run(int index) throws IOException {
        return runs().get(index);
    }

    private List<Path> runs() throws IOException {
        List<Path> runs = new ArrayList<>(store.files("runs"));
        runs.removeAll(store.verify().extraFiles());
        return runs;
    }

    /** Verifies, repairs, and checks that what is left is everything but the losses; gives those. */
    private List<QueueLoss> repaired(QueueDamage.@Nullable Part part, @Nullable Path file) throws IOException {
        QueueVerification found = store.verify();
        assertThat(found.isSound()).isFalse();
        if (part != null) {
            assertThat(found.damages())
                    .anyMatch(damage -> damage.part() == part
                            && (file == null || damage.file().equals(file)));
        }

        QueueRepair repair = store.repair();

        assertThat(repair.actions()).isNotEmpty();
        List<QueueLoss> losses = repair.found().losses();
        QueueVerification after = store.verify();
        assertThat(after.damages()).as("after %s", repair.actions()).isEmpty();
        assertThat(after.isSound()).isTrue();
        store.checkAllBut(losses);
        store.checkGoesOn();
        store.checkAllBut(losses);
        return losses;
    }

    private static QueueInspector.MessageVisitor collecting(List<byte[]> into) {
        return new QueueInspector.MessageVisitor() {
            @Override
            public void message(long offset, byte[] bytes) {
                into.add(bytes);
            }

            @Override
            public void unreadable(long offset, String why) {
                throw new AssertionError("not readable: offset=" + offset + ", " + why);
            }
        };
    }
}
