package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.StorageFiles;
import io.millrace.memory.testkit.FaultyStorage;
import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.testkit.disk.DiskOperation;
import io.millrace.testkit.disk.FaultyFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A device that fails to force ends the store: nothing is acknowledged from there on, and nothing that was is lost. */
@Tag("once")
class NodeStoreFailedForceTest {

    @TempDir
    private Path folder = Path.of("");

    private final FaultyFiles files = FaultyFiles.create(StorageFiles.local()::openDirect, StorageFiles.local()::map);

    private NodeStore open() {
        return NodeStore.open(folder.resolve("store"), NodeStoreModelTest.small(), new FaultyStorage(files));
    }

    @Test
    void nothingIsAcknowledgedAfterAFailedForceAndNothingAcknowledgedIsLost() throws Exception {
        int acknowledged;
        NodeStore store = open();
        try (CountedWrites writes = new CountedWrites(store)) {
            writes.awaitMore(1000);
            assertThat(store.failure()).isNull();
            assertThat(store.isWritable()).isTrue();
            // More than one: a segment that is only being made ready is made again, and nobody hears of the first.
            files.faults().failFrom(DiskOperation.FORCE, 1);
            writes.awaitFailure();
            acknowledged = writes.acknowledgedMax();
        }
        // The disk works again: that proves nothing of what was written before.
        files.faults().clear();
        assertThat(store.failure()).contains("Input/output error");
        assertThat(store.isWritable()).isFalse();
        List<CompletableFuture<Long>> late = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            late.add(store.commit(CountedWrites.batch(i)).toCompletableFuture());
        }
        assertThat(late).allSatisfy(answer -> assertThat(NodeStoreModelTest.reason(answer))
                .isEqualTo(Reason.FAILED));
        // Unless the force that failed was another file's: then all that was appended is there.
        long position = store.position();
        boolean told = !store.whenDurable(position).toCompletableFuture().isCompletedExceptionally();
        assertThatThrownBy(() -> store.backup(folder.resolve("copy"), BackupProgress.NONE))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FAILED));
        assertThat(folder.resolve("copy")).doesNotExist();
        store.close();
        try (NodeStore reopened = open()) {
            assertThat(CountedWrites.check(reopened)).isGreaterThanOrEqualTo(acknowledged);
            assertThat(reopened.isWritable()).isTrue();
            if (told) {
                assertThat(reopened.position()).isGreaterThanOrEqualTo(position);
            }
        }
    }
}
