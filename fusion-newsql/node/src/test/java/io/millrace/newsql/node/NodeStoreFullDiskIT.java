package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.testkit.disk.LoopDisk;
import io.millrace.testkit.disk.TmpfsDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real file system that fills: commits end with DISK_FULL, reads go on, and with room everything goes on. Where none can be mounted, the reason is printed. */
class NodeStoreFullDiskIT {

    private static final long DISK_BYTES = 64L << 20;
    private static final int VALUE_BYTES = 4000;

    @TempDir
    private Path folder = Path.of("");

    /** Numbers whose commit was acknowledged, of those below {@link #next}. */
    private final BitSet written = new BitSet();

    private int next;

    @Test
    void aFullDiskRefusesCommitsAndIsForgottenWhenThereIsRoom() throws IOException {
        if (LoopDisk.unavailable().isEmpty()) {
            try (LoopDisk disk = LoopDisk.create(folder, DISK_BYTES)) {
                fill(disk.root());
            }
        } else if (TmpfsDisk.unavailable().isEmpty()) {
            System.err.println("no loop disk, a tmpfs instead: " + LoopDisk.unavailable());
            try (TmpfsDisk disk = TmpfsDisk.create(folder, DISK_BYTES)) {
                fill(disk.root());
            }
        } else {
            abort("no disk to fill: " + TmpfsDisk.unavailable());
        }
    }

    private void fill(Path root) throws IOException {
        Path ballast = root.resolve("ballast");
        Files.write(ballast, new byte[(int) (DISK_BYTES / 3)]);
        Path directory = root.resolve("store");
        try (NodeStore store = NodeStore.open(directory, NodeStoreModelTest.small())) {
            Awaitility.await().until(() -> {
                fillUp(store);
                return answer(store) == Reason.DISK_FULL;
            });
            checkAll(store);
            Files.delete(ballast);
            Awaitility.await().until(() -> answer(store) == null);
            int before = next;
            while (next < before + 1000) {
                assertThat(answer(store)).isNull();
            }
            checkAll(store);
        }
        try (NodeStore store = NodeStore.open(directory, NodeStoreModelTest.small())) {
            checkAll(store);
        }
    }

    /** Several at a time, as servers do, until all are refused: a refusal may leave room for another that is behind it. */
    private void fillUp(NodeStore store) {
        boolean full = false;
        while (!full) {
            assertThat(written.cardinality() * (long) VALUE_BYTES).isLessThan(DISK_BYTES);
            List<CompletableFuture<Long>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                answers.add(store.commit(batch(next + i)).toCompletableFuture());
            }
            full = true;
            for (CompletableFuture<Long> answer : answers) {
                Reason reason = answered(answer);
                assertThat(reason).isIn(null, Reason.DISK_FULL);
                full &= reason != null;
            }
        }
    }

    private @Nullable Reason answer(NodeStore store) {
        return answered(store.commit(batch(next)).toCompletableFuture());
    }

    /** Of the next number. */
    private @Nullable Reason answered(CompletableFuture<Long> answer) {
        Reason reason = NodeStoreModelTest.reason(answer);
        written.set(next++, reason == null);
        return reason;
    }

    private static StoreBatch batch(int number) {
        return new StoreBatch().put(KeySpace.ROWS, key(number), value(number));
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(4).putInt(number).array();
    }

    private static byte[] value(int number) {
        byte[] value = new byte[VALUE_BYTES];
        new java.util.Random(number).nextBytes(value);
        return value;
    }

    private void checkAll(NodeStore store) {
        for (int number = 0; number < next; number++) {
            assertThat(store.get(KeySpace.ROWS, key(number))).isEqualTo(written.get(number) ? value(number) : null);
        }
    }
}
