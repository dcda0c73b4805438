package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many ranges of one snapshot, one behind the other and several at once: an iterator that served one range must show nothing of it in the next. */
@Tag("once")
class SnapshotRangesTest {
    private static final int KEYS = 400;
    private static final int RANGES = 3000;

    /** Some keys and bounds are longer than the bounds of an iterator that is used again. */
    private static final int LONG = 700;

    @TempDir
    private Path directory = Path.of("");

    private final Random random = Seeds.random("SnapshotRangesTest");
    private final TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);

    @Test
    void eachRangeHoldsItsKeysAndNoOthers() {
        try (NodeStore store = NodeStore.open(directory, NodeStoreModelTest.small())) {
            fill(store);
            try (StoreSnapshot snapshot = store.snapshot()) {
                for (int i = 0; i < RANGES; i++) {
                    byte[] from = random.nextInt(10) == 0 ? null : key();
                    byte[] to = random.nextInt(10) == 0 ? null : key();
                    boolean backwards = random.nextBoolean();
                    try (StoreCursor outer = snapshot.scan(KeySpace.INDEXES, from, to, backwards)) {
                        check(snapshot, key(), key(), !backwards);
                        assertThat(walk(outer)).containsExactlyElementsOf(expected(from, to, backwards));
                    }
                }
            }
        }
    }

    @Test
    void aClosedCursorStaysClosedWhenItsIteratorServesAnother() {
        try (NodeStore store = NodeStore.open(directory, NodeStoreModelTest.small())) {
            fill(store);
            byte[] last = new byte[] {(byte) 0xff, 1};
            try (StoreSnapshot snapshot = store.snapshot()) {
                StoreCursor first = snapshot.scan(KeySpace.INDEXES, new byte[0], last, false);
                assertThat(first.next()).isTrue();
                first.close();
                try (StoreCursor second = snapshot.scan(KeySpace.INDEXES, new byte[0], last, false)) {
                    first.close();
                    assertThat(second.next()).isTrue();
                    assertThatThrownBy(first::next)
                            .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.reason())
                                    .isEqualTo(Reason.CLOSED));
                    assertThatThrownBy(first::key).isInstanceOf(StoreException.class);
                    assertThat(second.key()).isEqualTo(keys.first());
                }
            }
        }
    }

    private void fill(NodeStore store) {
        StoreBatch batch = new StoreBatch();
        while (keys.size() < KEYS) {
            byte[] key = key();
            if (key.length > 0 && keys.add(key)) {
                batch.put(KeySpace.INDEXES, key, key);
            }
        }
        store.commit(batch).toCompletableFuture().join();
    }

    /** Short ones are often prefixes of each other. */
    private byte[] key() {
        byte[] key = new byte[random.nextInt(20) == 0 ? LONG + random.nextInt(3) : random.nextInt(6)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (i < 6 ? random.nextInt(4) * 0x55 : 7);
        }
        return key;
    }

    private void check(StoreSnapshot snapshot, byte[] from, byte[] to, boolean backwards) {
        try (StoreCursor cursor = snapshot.scan(KeySpace.INDEXES, from, to, backwards)) {
            assertThat(walk(cursor)).containsExactlyElementsOf(expected(from, to, backwards));
        }
    }

    private static List<byte[]> walk(StoreCursor cursor) {
        List<byte[]> found = new ArrayList<>();
        while (cursor.next()) {
            assertThat(cursor.value()).isEqualTo(cursor.key());
            found.add(cursor.key());
        }
        return found;
    }

    private List<byte[]> expected(byte @Nullable [] from, byte @Nullable [] to, boolean backwards) {
        if (from != null && to != null && Arrays.compareUnsigned(from, to) > 0) {
            return List.of();
        }
        var range = from == null ? keys : keys.tailSet(from, true);
        var cut = to == null ? range : range.headSet(to, false);
        return List.copyOf(backwards ? cut.descendingSet() : cut);
    }
}
