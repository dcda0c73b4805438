package io.millrace.newsql.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreConfig;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.storage.EmbeddedStorage;
import io.millrace.newsql.storage.EntryCursor;
import io.millrace.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that take turns, against a model of maps: what each sees, which locks it gets, what its savepoints and its end leave. */
class TransactionModelTest {

    private static final int KEYS = 8;
    private static final int SESSIONS = 4;
    private static final int STEPS = 4000;

    @TempDir
    private Path directory = Path.of("");

    private final Map<Integer, Integer> committed = new TreeMap<>();
    private final Map<Integer, Actor> owners = new HashMap<>();
    private final Map<Actor, List<String>> order = new HashMap<>();

    /** A transaction beside what it should see. */
    private static final class Actor {
        final Transaction transaction;
        final boolean snapshotReads;
        final Set<Integer> locks = new HashSet<>();
        Map<Integer, @Nullable Integer> writes = new TreeMap<>();
        final Map<String, Map<Integer, @Nullable Integer>> savepoints = new HashMap<>();

        @Nullable
        Map<Integer, Integer> snapshot;

        Actor(Transaction transaction) {
            this.transaction = transaction;
            this.snapshotReads = transaction.isolation() != Isolation.READ_COMMITTED;
        }
    }

    private static byte[] key(int number) {
        return new byte[] {0, 0, 0, 1, (byte) number};
    }

    private static byte[] value(int number) {
        return new byte[] {(byte) (number >> 8), (byte) number};
    }

    private static int number(byte[] value) {
        return (value[0] & 0xFF) << 8 | value[1] & 0xFF;
    }

    @Test
    void interleavingsAgreeWithTheModel() {
        Random random = Seeds.random("TransactionModelTest");
        try (OrderedStore store = NodeStore.open(directory, StoreConfig.defaults())) {
            Transactions transactions = new Transactions(new EmbeddedStorage(store), 1 << 20);
            List<Actor> actors = new ArrayList<>();
            for (int i = 0; i < SESSIONS; i++) {
                actors.add(begin(transactions, random));
            }
            for (int step = 0; step < STEPS; step++) {
                int who = random.nextInt(SESSIONS);
                if (step(actors.get(who), random, step)) {
                    actors.set(who, begin(transactions, random));
                }
            }
            actors.forEach(actor -> end(actor, false));
            assertThat(transactions.lockCount()).isZero();
            assertThat(transactions.openCount()).isZero();
        }
    }

    private static Actor begin(Transactions transactions, Random random) {
        Isolation isolation = random.nextBoolean() ? Isolation.READ_COMMITTED : Isolation.REPEATABLE_READ;
        return new Actor(transactions.begin(isolation, TimeUnit.SECONDS.toNanos(1)));
    }

    /** @return whether the transaction has ended */
    private boolean step(Actor actor, Random random, int number) {
        int key = random.nextInt(KEYS);
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> write(actor, key, random.nextInt(4) == 0 ? null : (Integer) (number & 0xFFFF));
            case 3, 4 -> read(actor);
            case 5 -> {
                String name = "s" + random.nextInt(3);
                actor.transaction.savepoint(name);
                actor.savepoints.put(name, new TreeMap<>(actor.writes));
                moveToEnd(actor, name);
            }
            case 6 -> rollbackTo(actor, "s" + random.nextInt(3));
            case 7 -> actor.transaction.endStatement();
            default -> {
                if (random.nextInt(3) == 0) {
                    end(actor, random.nextBoolean());
                    return true;
                }
            }
        }
        return false;
    }

    private void moveToEnd(Actor actor, String name) {
        List<String> names = order.computeIfAbsent(actor, each -> new ArrayList<>());
        names.remove(name);
        names.add(name);
    }

    private void rollbackTo(Actor actor, String name) {
        List<String> names = order.computeIfAbsent(actor, each -> new ArrayList<>());
        if (!names.contains(name)) {
            assertThatExceptionOfType(SqlException.class)
                    .isThrownBy(() -> actor.transaction.rollbackTo(name))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(1305));
            return;
        }
        actor.transaction.rollbackTo(name);
        actor.writes = new TreeMap<>(java.util.Objects.requireNonNull(actor.savepoints.get(name)));
        names.subList(names.indexOf(name) + 1, names.size()).clear();
    }

    private void write(Actor actor, int key, @Nullable Integer value) {
        Actor owner = owners.get(key);
        boolean locked = actor.transaction.lock(Area.ROWS, key(key), LockWait.SKIP_LOCKED);
        assertThat(locked).isEqualTo(owner == null || owner == actor);
        if (!locked) {
            assertThatExceptionOfType(SqlException.class)
                    .isThrownBy(() -> actor.transaction.lock(Area.ROWS, key(key), LockWait.NOWAIT))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(3572));
            return;
        }
        owners.put(key, actor);
        actor.locks.add(key);
        byte[] newest = actor.transaction.newest(Area.ROWS, key(key));
        Integer expected = actor.writes.containsKey(key) ? actor.writes.get(key) : committed.get(key);
        assertThat(newest == null ? null : (Integer) number(newest)).isEqualTo(expected);
        actor.transaction.write(Area.ROWS, 1, 1, key(key), value == null ? null : value(value));
        actor.writes.put(key, value);
    }

    private void read(Actor actor) {
        actor.transaction.endStatement();
        if (actor.snapshotReads && actor.snapshot == null) {
            actor.snapshot = new TreeMap<>(committed);
        }
        Map<Integer, Integer> seen = actor.snapshot;
        Map<Integer, Integer> expected = new TreeMap<>(seen == null ? committed : seen);
        actor.writes.forEach((key, value) -> {
            if (value == null) {
                expected.remove(key);
            } else {
                expected.put(key, value);
            }
        });
        View view = actor.transaction.consistentView();
        Map<Integer, Integer> found = new TreeMap<>();
        try (EntryCursor cursor = view.scan(Area.ROWS, key(0), key(KEYS), false)) {
            while (cursor.next()) {
                found.put((int) cursor.key()[4], number(cursor.value()));
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    private void end(Actor actor, boolean commits) {
        if (commits) {
            actor.transaction.commit();
            actor.writes.forEach((key, value) -> {
                if (value == null) {
                    committed.remove(key);
                } else {
                    committed.put(key, value);
                }
            });
        } else {
            actor.transaction.rollback();
        }
        actor.locks.forEach(owners::remove);
        order.remove(actor);
    }
}
