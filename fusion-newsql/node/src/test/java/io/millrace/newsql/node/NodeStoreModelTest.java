package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random commits, reads, snapshots and reopenings do what they would do to a sorted map. */
@Tag("once")
class NodeStoreModelTest {

    private static final int ROUNDS = Integer.getInteger("millrace.node.modelRounds", 8);
    private static final int STEPS = 200;
    private static final KeySpace[] SPACES = {KeySpace.KEYS, KeySpace.ROWS, KeySpace.INDEXES};

    @TempDir
    private Path directory = Path.of("");

    private final Random random = Seeds.random("NodeStoreModelTest");
    private final ModelStore model = new ModelStore();
    private final List<Held> held = new ArrayList<>();

    /** A snapshot and what it must hold for ever. */
    private record Held(StoreSnapshot snapshot, ModelStore model) {}

    static StoreConfig small() {
        return StoreConfig.defaults()
                .withCacheBytes(1 << 20)
                .withMemtableBytes(2 << 20)
                .withLogSegmentBytes(1 << 20);
    }

    @Test
    void theStoreDoesWhatASortedMapDoes() {
        long position = 0;
        for (int round = 0; round < ROUNDS; round++) {
            try (NodeStore store = NodeStore.open(directory, small())) {
                assertThat(store.position()).isEqualTo(position);
                checkAll(store);
                for (int step = 0; step < STEPS; step++) {
                    step(store);
                }
                checkAll(store);
                position = store.position();
                store.whenDurable(position).toCompletableFuture().join();
                held.forEach(h -> h.snapshot().close());
                held.clear();
            }
        }
    }

    private void step(NodeStore store) {
        switch (random.nextInt(12)) {
            case 0 -> hold(store);
            case 1 -> letGo();
            case 2, 3 -> scanOne(store);
            case 4, 5 -> getOne(store);
            default -> commitSome(store);
        }
    }

    private void hold(NodeStore store) {
        if (held.size() < 5) {
            StoreSnapshot snapshot = store.snapshot();
            assertThat(snapshot.position()).isEqualTo(store.position());
            held.add(new Held(snapshot, model.copy()));
        }
    }

    private void letGo() {
        if (!held.isEmpty()) {
            Held old = held.remove(random.nextInt(held.size()));
            try (StoreSnapshot snapshot = old.snapshot()) {
                check(snapshot, old.model());
            }
        }
    }

    private void getOne(NodeStore store) {
        KeySpace space = space();
        byte[] key = key();
        assertThat(store.get(space, key)).isEqualTo(model.get(space, key));
    }

    private void scanOne(NodeStore store) {
        try (StoreSnapshot snapshot = store.snapshot()) {
            scan(snapshot, model, space(), bound(), bound(), random.nextBoolean());
        }
    }

    /** Several at once: they come to the writer as one group, or as a few. */
    private void commitSome(NodeStore store) {
        List<CompletableFuture<Long>> answers = new ArrayList<>();
        List<Boolean> expected = new ArrayList<>();
        for (int count = random.nextInt(8); count >= 0; count--) {
            StoreBatch batch = batch();
            boolean holds = model.holds(batch);
            if (holds) {
                model.apply(batch);
            }
            expected.add(holds);
            answers.add(store.commit(batch).toCompletableFuture());
        }
        long last = 0;
        for (int i = 0; i < answers.size(); i++) {
            if (expected.get(i)) {
                long position = answers.get(i).join();
                assertThat(position).isGreaterThan(last);
                last = position;
            } else {
                assertThat(reason(answers.get(i))).isEqualTo(StoreException.Reason.CONFLICT);
            }
        }
        if (last > 0) {
            assertThat(store.position()).isEqualTo(last);
        }
    }

    static StoreException.@Nullable Reason reason(CompletableFuture<Long> answer) {
        try {
            answer.join();
            return null;
        } catch (CompletionException e) {
            return e.getCause() instanceof StoreException s ? s.reason() : null;
        }
    }

    private StoreBatch batch() {
        StoreBatch batch = new StoreBatch();
        for (int writes = random.nextInt(6); writes >= 0; writes--) {
            if (random.nextInt(4) == 0) {
                batch.delete(space(), key());
            } else {
                batch.put(space(), key(), value());
            }
        }
        if (random.nextInt(3) == 0) {
            batch.event(new byte[random.nextInt(50)]);
        }
        if (random.nextInt(3) == 0) {
            KeySpace space = space();
            byte[] key = key();
            batch.require(space, key, random.nextInt(3) == 0 ? null : model.get(space, key));
        }
        return batch;
    }

    private KeySpace space() {
        return SPACES[random.nextInt(SPACES.length)];
    }

    /** Few and short, so that they meet; now and then the longest. */
    private byte[] key() {
        byte[] key = new byte[random.nextInt(300) == 0 ? OrderedStore.KEY_BYTES_MAX : 1 + random.nextInt(3)];
        for (int i = 0; i < Math.min(3, key.length); i++) {
            key[i] = (byte) (random.nextInt(5) * 60);
        }
        return key;
    }

    private byte @Nullable [] bound() {
        return random.nextInt(3) == 0 ? null : key();
    }

    /** Mostly small; some larger than a record of the log, so that their commit is cut into parts. */
    private byte[] value() {
        int kind = random.nextInt(200);
        byte[] value =
                new byte[kind == 0 ? random.nextInt(1 << 20) : kind < 20 ? random.nextInt(20_000) : random.nextInt(60)];
        random.nextBytes(value);
        return value;
    }

    private void checkAll(NodeStore store) {
        try (StoreSnapshot snapshot = store.snapshot()) {
            check(snapshot, model);
        }
        held.forEach(h -> check(h.snapshot(), h.model()));
    }

    private static void check(StoreSnapshot snapshot, ModelStore model) {
        for (KeySpace space : SPACES) {
            scan(snapshot, model, space, null, null, false);
            scan(snapshot, model, space, null, null, true);
            List<byte[]> keys = new ArrayList<>(model.of(space).keySet());
            keys.add(new byte[] {1, 2, 3, 4});
            List<byte @Nullable []> values = snapshot.getAll(space, keys);
            for (int i = 0; i < keys.size(); i++) {
                assertThat(values.get(i)).isEqualTo(model.get(space, keys.get(i)));
            }
        }
    }

    private static void scan(
            StoreSnapshot snapshot,
            ModelStore model,
            KeySpace space,
            byte @Nullable [] from,
            byte @Nullable [] to,
            boolean backwards) {
        List<String> entries = new ArrayList<>();
        try (StoreCursor cursor = snapshot.scan(space, from, to, backwards)) {
            while (cursor.next()) {
                entries.add(ModelStore.text(cursor.key(), cursor.value()));
            }
            assertThat(cursor.next()).isFalse();
        }
        assertThat(entries).isEqualTo(model.scan(space, from, to, backwards));
    }
}
