package io.millrace.newsql.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.storage.ChangeSet.Change;
import io.millrace.newsql.type.SqlErrors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every storage promises to the server. */
abstract class StorageContract {

    /** The storage of a test, empty. */
    abstract Storage storage();

    private static byte[] bytes(String text) {
        return ("\0\0\0\1" + text).getBytes(StandardCharsets.UTF_8);
    }

    private static Change change(String key, @Nullable String before, @Nullable String after) {
        return new Change(1, 1, bytes(key), before == null ? null : bytes(before), after == null ? null : bytes(after));
    }

    private void commit(List<Change> rows, List<Change> entries) {
        storage()
                .commit(new ChangeSet(7, 1, rows, entries))
                .toCompletableFuture()
                .join();
    }

    private static @Nullable String text(byte @Nullable [] value) {
        return value == null ? null : new String(value, 4, value.length - 4, StandardCharsets.UTF_8);
    }

    @Test
    void commitsRowsAndEntriesTogether() {
        commit(List.of(change("a", null, "1")), List.of(change("a", null, "2")));

        assertThat(text(storage().newest(Area.ROWS, bytes("a")))).isEqualTo("1");
        assertThat(text(storage().newest(Area.ENTRIES, bytes("a")))).isEqualTo("2");
        assertThat(storage().newest(Area.ROWS, bytes("b"))).isNull();
    }

    @Test
    void refusesAllOfACommitThatStandsOnAnOldValue() {
        commit(List.of(change("a", null, "1")), List.of());

        Throwable failure =
                catchThrowable(() -> commit(List.of(change("a", "0", "2")), List.of(change("new", null, "3"))));

        assertThat(failure).isInstanceOf(CompletionException.class);
        assertThat(failure.getCause()).isInstanceOfSatisfying(SqlException.class, e -> assertThat(e.code())
                .isEqualTo(SqlErrors.DEADLOCK));
        assertThat(text(storage().newest(Area.ROWS, bytes("a")))).isEqualTo("1");
        assertThat(storage().newest(Area.ENTRIES, bytes("new"))).isNull();
    }

    @Test
    void refusesAClaimThatSomebodyHas() {
        commit(List.of(), List.of(change("claim", null, "first")));

        Throwable failure = catchThrowable(() -> commit(List.of(), List.of(change("claim", null, "second"))));

        assertThat(failure).hasCauseInstanceOf(SqlException.class);
        assertThat(text(storage().newest(Area.ENTRIES, bytes("claim")))).isEqualTo("first");
    }

    @Test
    void anEntryThatFollowsIsWrittenWhateverItWas() {
        commit(List.of(change("a", null, "1")), List.of(change("a", null, "old")));
        Change follows = new Change(1, 1, bytes("a"), null, bytes("new"), true);

        commit(List.of(change("a", "1", "2")), List.of(follows));
        assertThat(text(storage().newest(Area.ENTRIES, bytes("a")))).isEqualTo("new");

        Throwable failure = catchThrowable(() -> commit(List.of(change("a", "1", "3")), List.of(follows)));
        assertThat(failure).as("its row is refused").hasCauseInstanceOf(SqlException.class);
        commit(List.of(change("a", "2", null)), List.of(new Change(1, 1, bytes("a"), null, null, true)));
        assertThat(storage().newest(Area.ENTRIES, bytes("a"))).isNull();
    }

    @Test
    void removesWhatHasNoValueAfterwards() {
        commit(List.of(change("a", null, "1")), List.of());
        commit(List.of(change("a", "1", null)), List.of());

        assertThat(storage().newest(Area.ROWS, bytes("a"))).isNull();
    }

    @Test
    void aSnapshotStaysAsItIs() {
        commit(List.of(change("a", null, "1")), List.of());
        try (StorageSnapshot snapshot = storage().snapshot()) {
            long position = snapshot.position();
            commit(List.of(change("a", "1", "2"), change("b", null, "3")), List.of());

            assertThat(text(snapshot.get(Area.ROWS, bytes("a")))).isEqualTo("1");
            assertThat(snapshot.get(Area.ROWS, bytes("b"))).isNull();
            assertThat(scan(snapshot, "a", "z", false)).containsExactly("a=1");
            try (StorageSnapshot later = storage().snapshot()) {
                assertThat(later.position()).isGreaterThan(position);
            }
        }
    }

    @Test
    void scansInTheOrderOfKeysBothWays() {
        commit(
                List.of(change("a", null, "1"), change("b", null, "2"), change("c", null, "3"), change("d", null, "4")),
                List.of());
        try (StorageSnapshot snapshot = storage().snapshot()) {
            assertThat(scan(snapshot, "b", "d", false)).containsExactly("b=2", "c=3");
            assertThat(scan(snapshot, "b", "d", true)).containsExactly("c=3", "b=2");
            assertThat(scan(snapshot, "x", "z", false)).isEmpty();
            assertThat(scan(snapshot, "c", null, false)).containsExactly("c=3", "d=4");
        }
    }

    @Test
    void givesManyInTheOrderOfTheirKeys() {
        commit(List.of(change("a", null, "1"), change("c", null, "3")), List.of());
        try (StorageSnapshot snapshot = storage().snapshot()) {
            List<@Nullable String> found = new ArrayList<>();
            snapshot.getAll(Area.ROWS, List.of(bytes("c"), bytes("b"), bytes("a")))
                    .forEach(value -> found.add(text(value)));
            assertThat(found).isEqualTo(Arrays.asList("3", null, "1"));
        }
    }

    @Test
    void whatASnapshotShowsCanBeAwaitedOnTheDevice() {
        commit(List.of(change("a", null, "1")), List.of());
        try (StorageSnapshot snapshot = storage().snapshot()) {
            storage().awaitDurable(snapshot);
            assertThat(text(snapshot.get(Area.ROWS, bytes("a")))).isEqualTo("1");
        }
    }

    private static List<String> scan(StorageSnapshot snapshot, String from, @Nullable String to, boolean backwards) {
        List<String> found = new ArrayList<>();
        byte[] end = to == null ? new byte[] {0, 0, 0, 2} : bytes(to);
        try (EntryCursor cursor = snapshot.scan(Area.ROWS, bytes(from), end, backwards)) {
            while (cursor.next()) {
                found.add(text(cursor.key()) + "=" + text(cursor.value()));
            }
        }
        return found;
    }
}
