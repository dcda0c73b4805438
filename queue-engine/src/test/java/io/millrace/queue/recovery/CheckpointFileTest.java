package io.millrace.queue.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.queue.QueueException;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.cursor.Cursors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFileTest {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Path directory;

    CheckpointFileTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private interface Use {
        void of(Catalog catalog, Cursors cursors) throws IOException;
    }

    private static void withState(Use use) throws IOException {
        try (PageArena arena = PageArena.create(16 << 20);
                Catalog catalog = new Catalog(arena, 10_000, PATIENCE);
                Cursors cursors = new Cursors(arena, PATIENCE)) {
            use.of(catalog, cursors);
        }
    }

    private Checkpoint write(long sequence, int queues) throws IOException {
        Checkpoint checkpoint = new Checkpoint(sequence, 1 << 16, 12345, 9, List.of(3L, 7L, 8L));
        withState((catalog, cursors) -> {
            for (int i = 0; i < queues; i++) {
                catalog.restore(i, ("queue " + i).getBytes(StandardCharsets.UTF_8));
                catalog.raiseFirst(i, i);
                catalog.sortedNext(i, 2L * i);
                cursors.set("group " + i % 3, i, 7L * i);
            }
            catalog.delete(1);
            new CheckpointFile(directory, StorageFiles.local()).write(checkpoint, catalog, cursors);
        });
        return checkpoint;
    }

    @Test
    void readsWhatItWrote() throws IOException {
        int queues = 5000;
        Checkpoint written = write(4, queues);
        withState((catalog, cursors) -> {
            Checkpoint read = new CheckpointFile(directory, StorageFiles.local()).read(1 << 16, catalog, cursors);
            assertThat(read).isEqualTo(written);
            assertThat(catalog.count()).isEqualTo(queues);
            assertThat(catalog.live()).isEqualTo(queues - 1);
            assertThat(catalog.isLive(1)).isFalse();
            for (int i = 2; i < queues; i++) {
                assertThat(catalog.find("queue " + i)).isEqualTo(i);
                assertThat(catalog.first(i)).isEqualTo(i);
                assertThat(catalog.sortedNext(i)).isEqualTo(2L * i);
                assertThat(cursors.get("group " + i % 3, i)).isEqualTo(7L * i);
            }
        });
    }

    @Test
    void keepsTheTwoNewest() throws IOException {
        for (long sequence = 1; sequence <= 5; sequence++) {
            write(sequence, 3);
        }
        assertThat(new CheckpointFile(directory, StorageFiles.local()).sequences())
                .containsExactly(4L, 5L);
    }

    @Test
    void findsEveryFlippedBitAndEveryCut() throws IOException {
        write(1, 12);
        CheckpointFile checkpoints = new CheckpointFile(directory, StorageFiles.local());
        Path file = checkpoints.path(1);
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length; i++) {
            byte[] flipped = whole.clone();
            flipped[i] ^= (byte) (1 << i % 8);
            Files.write(file, flipped);
            assertDamaged(checkpoints, "flipped byte " + i);
            Files.write(file, Arrays.copyOf(whole, i));
            assertDamaged(checkpoints, "cut at " + i);
        }
        Files.write(file, whole);
        withState((catalog, cursors) -> assertThat(
                        checkpoints.read(1 << 16, catalog, cursors).sequence())
                .isEqualTo(1));
    }

    private void assertDamaged(CheckpointFile checkpoints, String how) throws IOException {
        withState((catalog, cursors) -> assertThatThrownBy(() -> checkpoints.read(1 << 16, catalog, cursors))
                .as(how)
                .isInstanceOfSatisfying(
                        QueueException.class, e -> assertThat(e.reason()).isEqualTo(QueueException.Reason.CORRUPT))
                .hasMessageContaining("checkpoint-"));
    }
}
