package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.node.StoreException.Reason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are not what they were are reported, by name; never is a wrong value read. */
@Tag("once")
class NodeStoreDamageTest {

    private static final int KEYS = 2000;

    @TempDir
    private Path directory = Path.of("");

    private static byte[] key(int number) {
        return ByteBuffer.allocate(4).putInt(number).array();
    }

    private static byte[] value(int number) {
        byte[] value = new byte[500];
        new java.util.Random(number).nextBytes(value);
        return value;
    }

    private NodeStore open() {
        return NodeStore.open(directory, NodeStoreModelTest.small());
    }

    private void fill() {
        try (NodeStore store = open()) {
            fill(store);
        }
    }

    private static void fill(NodeStore store) {
        for (int number = 0; number < KEYS; number += 100) {
            StoreBatch batch = new StoreBatch();
            for (int i = number; i < number + 100; i++) {
                batch.put(KeySpace.ROWS, key(i), value(i));
            }
            store.commit(batch).toCompletableFuture().join();
        }
    }

    private List<Path> files(String folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted(Comparator.comparing(NodeStoreDamageTest::size).reversed())
                    .toList();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void flip(Path file, long at) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(at);
            int old = open.read();
            open.seek(at);
            open.write(old ^ 0x10);
        }
    }

    @Test
    void aFlippedBitInADataFileIsReportedAndNoWrongValueIsRead() throws IOException {
        fill();
        Path file = files("data", ".sst").get(0);
        flip(file, size(file) / 2);
        int reported = 0;
        try (NodeStore store = open()) {
            for (int number = 0; number < KEYS; number++) {
                try {
                    assertThat(store.get(KeySpace.ROWS, key(number))).isEqualTo(value(number));
                } catch (StoreException e) {
                    assertThat(e.reason()).isEqualTo(Reason.CORRUPT);
                    assertThat(e).hasMessageContaining(String.valueOf(file.getFileName()));
                    reported++;
                }
            }
            assertThat(reported).isPositive();
            scansReport(store);
            manyReadTogetherReport(store);
        }
    }

    private static void scansReport(NodeStore store) {
        try (StoreSnapshot snapshot = store.snapshot();
                StoreCursor cursor = snapshot.scan(KeySpace.ROWS, null, null, false)) {
            assertThatThrownBy(() -> {
                        while (cursor.next()) {
                            assertThat(cursor.value())
                                    .isEqualTo(
                                            value(ByteBuffer.wrap(cursor.key()).getInt()));
                        }
                    })
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CORRUPT));
        }
    }

    private static void manyReadTogetherReport(NodeStore store) {
        List<byte[]> keys = Stream.iterate(0, n -> n + 1)
                .limit(KEYS)
                .map(NodeStoreDamageTest::key)
                .toList();
        try (StoreSnapshot snapshot = store.snapshot()) {
            assertThatThrownBy(() -> snapshot.getAll(KeySpace.ROWS, keys))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CORRUPT));
        }
    }

    @Test
    void aMissingDataFileIsReported() throws IOException {
        fill();
        Path file = files("data", ".sst").get(0);
        Files.delete(file);
        assertThatThrownBy(() -> {
                    try (NodeStore store = open()) {
                        store.get(KeySpace.ROWS, key(0));
                    }
                })
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(String.valueOf(file.getFileName()));
    }

    @Test
    void aDamagedLogIsReported() throws IOException {
        try (NodeStore store = open()) {
            fill(store); // more than a segment of the log, so that its first one is known to be whole
            Path copy = killed();
            Path log = oldestSegment(copy.resolve("log"));
            flip(log, size(log) / 2);
            assertThatThrownBy(() -> NodeStore.open(copy, NodeStoreModelTest.small()))
                    .isInstanceOfSatisfying(StoreException.class, e -> {
                        assertThat(e.reason()).isEqualTo(Reason.CORRUPT);
                        assertThat(e).hasMessageContaining(String.valueOf(log.getFileName()));
                    });
        }
    }

    private static Path oldestSegment(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> size(file) >= 1 << 20)
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The files of an open store as a kill would leave them: copied again while it flushes or merges, since such a copy is of two moments. */
    private Path killed() throws IOException {
        for (int attempt = 0; ; attempt++) {
            Path copy = directory.resolve("killed" + attempt);
            List<Path> before = storeFiles();
            if (isCopied(before, copy) && storeFiles().equals(before)) {
                return copy;
            }
        }
    }

    private boolean isCopied(List<Path> files, Path to) throws IOException {
        for (Path file : files) {
            Path copied = to.resolve(directory.relativize(file));
            Files.createDirectories(copied.resolveSibling(""));
            try {
                Files.copy(file, copied);
            } catch (NoSuchFileException e) {
                return false;
            }
        }
        return true;
    }

    private List<Path> storeFiles() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String folder : List.of("log", "data")) {
            try (Stream<Path> files = Files.list(directory.resolve(folder))) {
                files.sorted().forEach(all::add);
            }
        }
        return all;
    }

    @Test
    void filesWithoutTheirLogAreReported() throws IOException {
        fill();
        deleteFolder("log");
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CORRUPT))
                .hasMessageContaining("do not belong together");
    }

    @Test
    void aLogWithoutItsFilesIsReportedOnceItsBeginningIsGone() throws IOException {
        try (NodeStore store = open()) {
            for (int round = 0; round < 12; round++) {
                fill(store);
            }
        }
        deleteFolder("data");
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CORRUPT))
                .hasMessageContaining("do not belong together");
    }

    private void deleteFolder(String folder) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(folder))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory.resolve(folder));
    }
}
