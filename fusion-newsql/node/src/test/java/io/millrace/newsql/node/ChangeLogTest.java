package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.node.StoreException.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What followers of a store's changes are promised. */
@Tag("once")
class ChangeLogTest {

    /** Longer than a record of the log may be. */
    private static final int LARGE = 700_000;

    @TempDir
    private Path directory = Path.of("");

    private static StoreConfig config() {
        return NodeStoreModelTest.small();
    }

    private NodeStore open() {
        return NodeStore.open(directory, config());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static long commit(NodeStore store, String event) {
        StoreBatch batch = new StoreBatch().put(KeySpace.ROWS, bytes("k"), bytes(event));
        return store.commit(batch.event(bytes(event))).toCompletableFuture().join();
    }

    private static void fill(NodeStore store, int mebibytes) {
        byte[] value = new byte[256 << 10];
        for (int i = 0; i < 4 * mebibytes; i++) {
            Arrays.fill(value, (byte) i);
            store.commit(new StoreBatch().put(KeySpace.ROWS, bytes("filled"), value))
                    .toCompletableFuture()
                    .join();
        }
    }

    private static List<String> events(ChangeReader reader) {
        List<String> events = new ArrayList<>();
        while (reader.next(Duration.ZERO)) {
            events.add(new String(reader.event(), StandardCharsets.UTF_8));
        }
        return events;
    }

    private static List<String> events(NodeStore store, String cursor) {
        try (ChangeReader reader = store.changes().read(cursor)) {
            return events(reader);
        }
    }

    private static void assertReason(Throwable thrown, Reason reason) {
        assertThat(thrown).isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }

    @Test
    void aCursorOfAnEmptyStoreIsToldOfEverything() {
        try (NodeStore store = open()) {
            assertThat(store.changes().create("c")).isZero();
            commit(store, "first");
            store.commit(new StoreBatch().put(KeySpace.ROWS, bytes("k"), bytes("untold")))
                    .toCompletableFuture()
                    .join();
            commit(store, "second");
            assertThat(events(store, "c")).containsExactly("first", "second");
        }
    }

    @Test
    void aCursorIsToldOfWhatComesBehindIt() {
        try (NodeStore store = open()) {
            long before = commit(store, "before");
            assertThat(store.changes().create("c")).isEqualTo(before);
            commit(store, "behind");
            assertThat(events(store, "c")).containsExactly("behind");
        }
    }

    @Test
    void anEventThatIsLongerThanARecordComesWhole() {
        try (NodeStore store = open()) {
            store.changes().create("c");
            String large = "x".repeat(LARGE);
            commit(store, large);
            commit(store, "small");
            assertThat(events(store, "c")).containsExactly(large, "small");
        }
    }

    @Test
    void aReaderGoesOnBehindWhatItHasAppliedAfterARestart() {
        long applied;
        try (NodeStore store = open()) {
            store.changes().create("c");
            commit(store, "1");
            applied = commit(store, "2");
            commit(store, "3");
        }
        try (NodeStore store = open();
                ChangeReader reader = store.changes().read("c", applied)) {
            assertThat(events(reader)).containsExactly("3");
            commit(store, "4");
            assertThat(events(reader)).containsExactly("4");
            assertThat(events(store, "c")).containsExactly("1", "2", "3", "4");
        }
    }

    @Test
    void aReaderWaitsForWhatComes() throws InterruptedException {
        try (NodeStore store = open()) {
            store.changes().create("c");
            List<String> events = new ArrayList<>();
            Thread reading = new Thread(() -> {
                try (ChangeReader reader = store.changes().read("c")) {
                    while (events.size() < 3 && reader.next(Duration.ofMinutes(1))) {
                        events.add(new String(reader.event(), StandardCharsets.UTF_8));
                    }
                }
            });
            reading.start();
            commit(store, "1");
            commit(store, "2");
            commit(store, "3");
            reading.join();
            assertThat(events).containsExactly("1", "2", "3");
        }
    }

    @Test
    void theLogIsKeptForACursorAndLetGoBehindIt() {
        try (NodeStore store = open()) {
            store.changes().create("c");
            List<String> told =
                    IntStream.range(0, 12).mapToObj(i -> "event " + i).toList();
            for (String each : told) {
                commit(store, each);
                fill(store, 1);
            }
            long position;
            try (ChangeReader reader = store.changes().read("c")) {
                assertThat(events(reader)).isEqualTo(told);
                position = reader.position();
            }
            ChangeCursor behind = store.changes().cursors().get(0);
            assertThat(behind.behindBytes()).isGreaterThan(12 << 20);
            assertThat(behind.isLost()).isFalse();

            store.changes().advance("c", position).toCompletableFuture().join();
            fill(store, 8);

            assertThat(store.changes().cursors().get(0).position()).isEqualTo(position);
            assertThatThrownBy(() -> store.changes().read("c", 0)).satisfies(e -> assertReason(e, Reason.LOST));
        }
        try (NodeStore store = open()) {
            commit(store, "later");
            assertThat(events(store, "c")).containsExactly("later");
        }
    }

    @Test
    void aCursorThatIsTooFarBehindIsLostAndHoldsNothing() {
        try (NodeStore store = NodeStore.open(directory, config().withChangeBytesMax(3 << 20))) {
            store.changes().create("slow");
            commit(store, "event");
            try (ChangeReader reader = store.changes().read("slow")) {
                fill(store, 24);
                ChangeCursor slow = store.changes().cursors().get(0);
                assertThat(slow.isLost()).isTrue();
                assertThat(slow.behindBytes()).isLessThan(12 << 20);
                assertThatThrownBy(() -> store.changes().read("slow"))
                        .hasMessageContaining("copy the store")
                        .satisfies(e -> assertReason(e, Reason.LOST));
                assertThatThrownBy(() -> events(reader)).satisfies(e -> assertReason(e, Reason.LOST));
            }
            store.changes().remove("slow");
            store.changes().create("slow");
            commit(store, "again");
            assertThat(events(store, "slow")).containsExactly("again");
        }
    }

    @Test
    void cursorsHaveNamesAndABound() {
        try (NodeStore store = open()) {
            ChangeLog changes = store.changes();
            changes.create("a");
            assertThatThrownBy(() -> changes.create("a")).satisfies(e -> assertReason(e, Reason.TARGET_EXISTS));
            assertThatThrownBy(() -> changes.read("b")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> changes.create("")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> changes.create("x".repeat(65))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> changes.advance("a", Long.MAX_VALUE)
                            .toCompletableFuture()
                            .join())
                    .hasCauseInstanceOf(IllegalArgumentException.class);
            for (int i = 1; i < ChangeLog.CURSORS_MAX; i++) {
                changes.create("c" + i);
            }
            assertThatThrownBy(() -> changes.create("more")).satisfies(e -> assertReason(e, Reason.BUSY));
            changes.remove("a");
            changes.create("more");
            assertThat(changes.cursors()).hasSize(ChangeLog.CURSORS_MAX);
        }
    }

    @Test
    void aBackupHasNoCursors(@TempDir Path target) {
        Path copy = target.resolve("copy");
        try (NodeStore store = open()) {
            commit(store, "1");
            store.changes().create("c");
            commit(store, "2");
            store.backup(copy, (bytes, bytesTotal) -> {});
        }
        try (NodeStore store = NodeStore.open(copy, config())) {
            assertThat(store.changes().cursors()).isEmpty();
            store.changes().create("c");
            commit(store, "3");
        }
        try (NodeStore store = NodeStore.open(copy, config())) {
            assertThat(events(store, "c")).containsExactly("3");
        }
    }
}
