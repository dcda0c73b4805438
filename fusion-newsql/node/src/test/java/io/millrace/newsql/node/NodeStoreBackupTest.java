package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.testkit.CrashLoop;
import io.millrace.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup opens as the store that was, at the position that its result says; one that did not end does not open. */
@Tag("once")
class NodeStoreBackupTest {

    @TempDir
    private Path folder = Path.of("");

    private NodeStore open(String name) {
        return NodeStore.open(folder.resolve(name), NodeStoreModelTest.small());
    }

    private static void assertReason(Throwable thrown, Reason reason) {
        assertThat(thrown).isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> String.valueOf(entry.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aBackupMadeUnderWritesIsTheStoreAtItsPosition() throws Exception {
        List<BackupResult> results = new ArrayList<>();
        CountedWrites writes;
        try (NodeStore store = open("store")) {
            writes = new CountedWrites(store);
            try (writes) {
                for (int round = 0; round < 3; round++) {
                    writes.awaitMore(2500);
                    results.add(store.backup(folder.resolve("copy-" + round), BackupProgress.NONE));
                }
            }
            assertThat(names(folder.resolve("store"))).noneMatch(name -> name.startsWith("checkpoint"));
        }
        for (int round = 0; round < results.size(); round++) {
            long position = results.get(round).position();
            int last = writes.at(position);
            try (NodeStore copy = open("copy-" + round)) {
                assertThat(copy.position()).isEqualTo(position);
                assertThat(CountedWrites.check(copy)).isEqualTo(last);
                copy.commit(CountedWrites.batch(last + 1)).toCompletableFuture().join();
            }
            try (NodeStore copy = open("copy-" + round)) {
                assertThat(copy.position()).isGreaterThan(position);
                assertThat(CountedWrites.check(copy)).isEqualTo(last + 1);
            }
        }
        try (NodeStore store = open("store")) {
            assertThat(CountedWrites.check(store))
                    .isGreaterThanOrEqualTo(7499); // what was linked elsewhere is as it was
        }
    }

    @Test
    void aBackupOfAnEmptyStoreIsAnEmptyStore() {
        try (NodeStore store = open("store")) {
            assertThat(store.backup(folder.resolve("copy"), BackupProgress.NONE).position())
                    .isZero();
        }
        try (NodeStore copy = open("copy")) {
            assertThat(copy.position()).isZero();
            copy.commit(CountedWrites.batch(0)).toCompletableFuture().join();
            assertThat(CountedWrites.check(copy)).isZero();
        }
    }

    @Test
    void progressEndsWithAllBytes() throws Exception {
        try (NodeStore store = open("store");
                CountedWrites writes = new CountedWrites(store)) {
            writes.awaitMore(100);
            List<Long> told = new ArrayList<>();
            BackupResult result = store.backup(folder.resolve("copy"), (bytes, bytesTotal) -> {
                assertThat(bytes).isLessThanOrEqualTo(bytesTotal);
                told.add(bytes);
            });
            assertThat(told).isSorted().last().isEqualTo(result.bytes());
            assertThat(names(folder.resolve("copy"))).containsExactly("backup", "data", "log");
        }
    }

    @Test
    void aTargetThatIsNotEmptyIsRefusedAndLeftAlone() throws IOException {
        Path target = folder.resolve("target");
        Files.createDirectory(target);
        Files.writeString(target.resolve("mine"), "text");
        try (NodeStore store = open("store")) {
            assertThatThrownBy(() -> store.backup(target, BackupProgress.NONE))
                    .satisfies(e -> assertReason(e, Reason.TARGET_EXISTS))
                    .hasMessageContaining(target.toString());
            assertThatThrownBy(() -> store.backup(target.resolve("mine"), BackupProgress.NONE))
                    .satisfies(e -> assertReason(e, Reason.TARGET_EXISTS));
            assertThatThrownBy(() -> store.backup(folder.resolve("store/copy"), BackupProgress.NONE))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.backup(folder, BackupProgress.NONE))
                    .isInstanceOf(IllegalArgumentException.class);
            Files.delete(target.resolve("mine"));
            store.backup(target, BackupProgress.NONE);
        }
        open("target").close();
    }

    @Test
    void aSecondBackupAtTheSameTimeIsRefused() throws Exception {
        try (NodeStore store = open("store");
                CountedWrites writes = new CountedWrites(store)) {
            writes.awaitMore(10);
            List<Throwable> refusals = new ArrayList<>();
            store.backup(folder.resolve("copy"), (bytes, bytesTotal) -> {
                try {
                    store.backup(folder.resolve("second"), BackupProgress.NONE);
                } catch (StoreException e) {
                    refusals.add(e);
                }
            });
            assertThat(refusals).isNotEmpty().allSatisfy(e -> assertReason(e, Reason.BUSY));
        }
        assertThat(folder.resolve("second")).doesNotExist();
    }

    @Test
    void whatProgressThrowsEndsTheBackupAndLeavesNothing() throws Exception {
        try (NodeStore store = open("store");
                CountedWrites writes = new CountedWrites(store)) {
            writes.awaitMore(10);
            assertThatThrownBy(() -> store.backup(folder.resolve("copy"), (bytes, bytesTotal) -> {
                        assertThatThrownBy(() -> open("copy")).satisfies(e -> assertReason(e, Reason.CORRUPT));
                        throw new IllegalStateException("mine");
                    }))
                    .hasMessage("mine");
            assertThat(names(folder)).containsExactly("store");
            writes.awaitMore(10);
            store.backup(folder.resolve("copy"), BackupProgress.NONE);
        }
        open("copy").close();
    }

    @Test
    void closingTheStoreEndsItsBackup() throws Exception {
        NodeStore store = open("store");
        store.commit(CountedWrites.batch(0)).toCompletableFuture().join();
        Thread[] closing = new Thread[1];
        assertThatThrownBy(() -> store.backup(folder.resolve("copy"), (bytes, bytesTotal) -> {
                    if (closing[0] == null) {
                        closing[0] = new Thread(store::close, "closing");
                        closing[0].start();
                    }
                    awaitBlocked(closing[0]);
                }))
                .satisfies(e -> assertReason(e, Reason.CLOSED));
        closing[0].join();
        assertThat(names(folder)).containsExactly("store");
        assertThatThrownBy(() -> store.backup(folder.resolve("copy"), BackupProgress.NONE))
                .satisfies(e -> assertReason(e, Reason.CLOSED));
    }

    private static void awaitBlocked(Thread thread) {
        org.awaitility.Awaitility.await().until(() -> thread.getState() == Thread.State.WAITING);
    }

    @Test
    void aKilledBackupDoesNotOpenAndOneThatEndedDoes() {
        CrashLoop.of("backup", round -> JavaProcess.of(KilledBackup.class)
                        .arguments(folder.toString(), String.valueOf(round)))
                .rounds(6)
                .armedBy("BEGUN")
                .killWithin(Duration.ofMillis(400))
                .run(crash -> {
                    for (int copy = 0; Files.exists(copyOf(crash.round(), copy)); copy++) {
                        check(copyOf(crash.round(), copy), crash.output().contains("ENDED " + copy));
                    }
                    try (NodeStore store = open("store")) {
                        CountedWrites.check(store);
                    }
                    assertThat(names(folder.resolve("store"))).noneMatch(name -> name.startsWith("checkpoint"));
                });
    }

    private Path copyOf(int round, int copy) {
        return folder.resolve(KilledBackup.name(round, copy));
    }

    private static void check(Path directory, boolean ended) throws IOException {
        boolean incomplete = Files.exists(directory.resolve("backup.incomplete"));
        assertThat(ended && incomplete).isFalse();
        if (ended || Files.exists(directory.resolve("backup")) && !incomplete) {
            try (NodeStore copy = NodeStore.open(directory, NodeStoreModelTest.small())) {
                assertThat(CountedWrites.check(copy)).isNotNegative();
            }
        } else if (incomplete) {
            assertThatThrownBy(() -> NodeStore.open(directory, NodeStoreModelTest.small()))
                    .satisfies(e -> assertReason(e, Reason.CORRUPT))
                    .hasMessageContaining("backup into this directory did not end");
        } else {
            assertThat(names(directory)).as("killed before its mark").isEmpty();
        }
    }
}
