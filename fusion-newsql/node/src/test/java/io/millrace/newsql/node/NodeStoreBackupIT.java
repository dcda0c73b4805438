package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.testkit.disk.TmpfsDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup to another file system is copied, and takes nothing there if it does not fit. Where none can be mounted, the reason is printed. */
class NodeStoreBackupIT {

    private static final long DISK_BYTES = 16L << 20;
    private static final int VALUE_BYTES = 1 << 20;

    @TempDir
    private Path folder = Path.of("");

    private static StoreBatch batch(int number) {
        byte[] value = new byte[VALUE_BYTES];
        new java.util.Random(number).nextBytes(value);
        return new StoreBatch().put(KeySpace.ROWS, new byte[] {(byte) number}, value);
    }

    @Test
    void anotherFileSystemGetsCopiesAndAFullOneNothing() throws IOException {
        assumeTrue(TmpfsDisk.unavailable().isEmpty(), "no other file system: " + TmpfsDisk.unavailable());
        try (NodeStore store = NodeStore.open(folder.resolve("store"), NodeStoreModelTest.small());
                TmpfsDisk disk = TmpfsDisk.create(folder, DISK_BYTES)) {
            Path copy = disk.root().resolve("copy");
            write(store, 0, 8);
            long position = store.backup(copy, BackupProgress.NONE).position();
            try (NodeStore opened = NodeStore.open(copy, NodeStoreModelTest.small())) {
                assertThat(opened.position()).isEqualTo(position);
                assertThat(opened.get(KeySpace.ROWS, new byte[] {7}))
                        .isEqualTo(batch(7).writes().get(0).value());
            }
            write(store, 8, 24);
            Path second = disk.root().resolve("second");
            assertThatThrownBy(() -> store.backup(second, BackupProgress.NONE))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DISK_FULL));
            try (Stream<Path> entries = Files.list(disk.root())) {
                assertThat(entries).containsExactly(copy);
            }
            write(store, 24, 25);
        }
    }

    private static void write(NodeStore store, int from, int to) {
        for (int number = from; number < to; number++) {
            store.commit(batch(number)).toCompletableFuture().join();
        }
    }
}
