package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.node.StoreException.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store promises at its door, one promise a test. */
class NodeStoreTest {

    @TempDir
    private Path directory = Path.of("");

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private NodeStore open() {
        return NodeStore.open(directory, NodeStoreModelTest.small());
    }

    private static StoreBatch put(String key, String value) {
        return new StoreBatch().put(KeySpace.ROWS, bytes(key), bytes(value));
    }

    private static void assertReason(Throwable thrown, Reason reason) {
        assertThat(thrown).isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }

    @Test
    void aSecondOpeningOfTheDirectoryIsRefused() {
        try (NodeStore store = open()) {
            assertThat(store.position()).isZero();
            assertThatThrownBy(this::open).satisfies(e -> assertReason(e, Reason.IN_USE));
        }
        open().close();
    }

    @Test
    void onlyOneOfManyThatRequireTheSameValueWins() {
        try (NodeStore store = open()) {
            List<CompletableFuture<Long>> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                answers.add(store.commit(put("k", "v" + i).require(KeySpace.ROWS, bytes("k"), null))
                        .toCompletableFuture());
            }
            assertThat(answers.get(0).join()).isPositive();
            assertThat(answers.subList(1, 100).stream().map(NodeStoreModelTest::reason))
                    .containsOnly(Reason.CONFLICT);
            assertThat(store.get(KeySpace.ROWS, bytes("k"))).isEqualTo(bytes("v0"));
        }
    }

    @Test
    void aSnapshotIsNotChangedByWhatComesBehindIt() {
        try (NodeStore store = open()) {
            long before = store.commit(put("a", "1")).toCompletableFuture().join();
            try (StoreSnapshot snapshot = store.snapshot();
                    StoreCursor cursor = snapshot.scan(KeySpace.ROWS, null, null, false)) {
                store.commit(put("a", "2").put(KeySpace.ROWS, bytes("b"), bytes("3")))
                        .toCompletableFuture()
                        .join();
                assertThat(snapshot.position()).isEqualTo(before);
                assertThat(snapshot.get(KeySpace.ROWS, bytes("b"))).isNull();
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.value()).isEqualTo(bytes("1"));
                assertThat(cursor.next()).isFalse();
            }
        }
    }

    @Test
    void aClosedStoreSaysSoToSnapshotsAndCursorsThatAreOpen() {
        NodeStore store = open();
        store.commit(put("a", "1")).toCompletableFuture().join();
        StoreSnapshot snapshot = store.snapshot();
        StoreCursor cursor = snapshot.scan(KeySpace.ROWS, null, null, false);
        assertThat(cursor.next()).isTrue();
        store.close();
        store.close();
        assertThatThrownBy(cursor::next).satisfies(e -> assertReason(e, Reason.CLOSED));
        assertThatThrownBy(cursor::value).satisfies(e -> assertReason(e, Reason.CLOSED));
        assertThatThrownBy(() -> snapshot.get(KeySpace.ROWS, bytes("a")))
                .satisfies(e -> assertReason(e, Reason.CLOSED));
        assertThatThrownBy(() -> store.get(KeySpace.ROWS, bytes("a"))).satisfies(e -> assertReason(e, Reason.CLOSED));
        assertThat(NodeStoreModelTest.reason(store.commit(put("a", "2")).toCompletableFuture()))
                .isEqualTo(Reason.CLOSED);
        cursor.close();
        snapshot.close();
    }

    @Test
    void whatFindsNoRoomInTheQueueIsRefusedAndTheRestIsWritten() {
        try (NodeStore store = NodeStore.open(
                directory, NodeStoreModelTest.small().withQueuedCommits(4).withQueuedBytes(1 << 20))) {
            List<CompletableFuture<Long>> answers = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                answers.add(store.commit(new StoreBatch().put(KeySpace.ROWS, bytes("k" + i), new byte[1000]))
                        .toCompletableFuture());
            }
            for (int i = 0; i < answers.size(); i++) {
                Reason reason = NodeStoreModelTest.reason(answers.get(i));
                assertThat(reason).isIn(null, Reason.BUSY);
                assertThat(store.get(KeySpace.ROWS, bytes("k" + i)) != null).isEqualTo(reason == null);
            }
        }
    }

    @Test
    void theLargestValueSurvivesAReopening() {
        byte[] value = new byte[OrderedStore.VALUE_BYTES_MAX];
        value[0] = 1;
        value[value.length - 1] = 2;
        try (NodeStore store = open()) {
            store.commit(new StoreBatch().put(KeySpace.ROWS, bytes("large"), value))
                    .toCompletableFuture()
                    .join();
        }
        try (NodeStore store = open()) {
            assertThat(store.get(KeySpace.ROWS, bytes("large"))).isEqualTo(value);
        }
    }

    @Test
    void whatNoStoreTakesIsTheCallersMistake() {
        try (NodeStore store = open()) {
            assertThatThrownBy(() -> store.commit(put("", "v"))).hasMessageContaining("length of a key: 0");
            assertThatThrownBy(() -> store.commit(
                            new StoreBatch().put(KeySpace.ROWS, new byte[OrderedStore.KEY_BYTES_MAX + 1], new byte[0])))
                    .hasMessageContaining("length of a key: 8193");
            assertThatThrownBy(() -> store.commit(new StoreBatch().delete(KeySpace.META, bytes("position"))))
                    .hasMessageContaining("META");
            StoreBatch large = new StoreBatch();
            byte[] value = new byte[OrderedStore.VALUE_BYTES_MAX];
            large.put(KeySpace.ROWS, bytes("1"), value).put(KeySpace.ROWS, bytes("2"), value);
            assertThatThrownBy(() -> store.commit(large)).hasMessageContaining("commit too large");
            assertThatThrownBy(() -> store.whenDurable(1)).hasMessageContaining("position: 1");
        }
    }
}
