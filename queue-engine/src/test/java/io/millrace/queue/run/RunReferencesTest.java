package io.millrace.queue.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who holds what, and for how long. */
final class RunReferencesTest {
    private static final RunOrigin ORIGIN = RunOrigin.ofEpoch(7, 0, 1, 0, 0);

    private final PageArena arena = PageArena.create(32 << 20);
    private final RunStorage storage = RunStorage.of(StorageFiles.local(), arena, Duration.ZERO, false);

    @AfterEach
    void nothingLeaks() {
        arena.close();
    }

    private Run write(Path file) {
        RunModel model = new RunModel();
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            messages.add(new byte[] {(byte) i, 1, 2, 3});
        }
        for (int id = 0; id < 100; id++) {
            model.queues().put(id, new RunModel.Queue(0, messages));
        }
        return model.write(file, ORIGIN, storage, new Random(1));
    }

    @Test
    void aCondemnedRunIsReadToTheEndAndThenGone(@TempDir Path folder) {
        Path file = folder.resolve("a.run");
        Run run = write(file);
        assertThat(run.tryRetain()).isTrue();
        run.condemn();
        run.release();
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1, 0)) {
            ReadMessages read = new ReadMessages(100);
            assertThat(run.read(50, 100, 100, 1000, reader, read)).isEqualTo(100);
        }
        assertThat(file).exists();
        run.release();
        assertThat(file).doesNotExist();
        assertThat(run.tryRetain()).isFalse();
        assertThatThrownBy(run::release).isInstanceOf(IllegalStateException.class);
    }

    /** The first queue too, which begins at byte 0: nothing lies before it. */
    @Test
    void aReadTakesMemoryForItsBlocksAlone(@TempDir Path folder) {
        Run run = write(folder.resolve("a.run"));
        assertThat(run.blocks()).isGreaterThan(20);
        try (PageArena little = PageArena.create(64 << 10);
                RunReader reader = RunReader.create(little, Duration.ZERO, 1, 0)) {
            for (int id = 0; id < 100; id++) {
                ReadMessages read = new ReadMessages(0);
                assertThat(run.read(id, 0, 10, 1000, reader, read)).isEqualTo(10);
            }
        }
        run.release();
    }

    @Test
    void aRunThatIsNotCondemnedStays(@TempDir Path folder) {
        Path file = folder.resolve("a.run");
        write(file).release();
        assertThat(file).exists();
        assertThat(folder.resolve("a.run.tmp")).doesNotExist();
    }

    @Test
    void aWriterThatIsNotFinishedLeavesNothing(@TempDir Path folder) {
        RunWriter writer = RunWriter.create(folder.resolve("a.run"), ORIGIN, storage);
        writer.beginQueue(1, 0);
        writer.lost();
        writer.close();
        writer.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void queuesComeInAscendingOrder(@TempDir Path folder) {
        try (RunWriter writer = RunWriter.create(folder.resolve("a.run"), ORIGIN, storage)) {
            writer.beginQueue(5, 0);
            assertThatThrownBy(() -> writer.beginQueue(5, 3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("queue=5");
        }
    }

    @Test
    void retainedMessagesStandStillWhileTheReaderGoesOn(@TempDir Path folder) {
        Run run = write(folder.resolve("a.run"));
        List<Page> pages = new ArrayList<>();
        List<Integer> indexes = new ArrayList<>();
        MessageSink keeping = new MessageSink() {
            @Override
            public void accept(long offset, Page page, int index, int length) {
                pages.add(page.retain());
                indexes.add(index);
            }

            @Override
            public void lost(long offset) {
                throw new AssertionError("lost: " + offset);
            }
        };
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1, 64 << 10)) {
            for (int id = 0; id < 100; id += 10) {
                for (int offset = 0; offset < 200; offset += 50) {
                    run.read(id, offset, 1, 1, reader, keeping);
                }
            }
        }
        run.release();
        for (int i = 0; i < pages.size(); i++) {
            assertThat(pages.get(i).buffer().get(indexes.get(i))).isEqualTo((byte) (i % 4 * 50));
            pages.get(i).release();
        }
    }

    @Test
    void anInterruptDisturbsNoReader(@TempDir Path folder) {
        Run run = write(folder.resolve("a.run"));
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1, 0)) {
            Thread.currentThread().interrupt();
            assertThat(run.read(1, 0, 1, 1, reader, new ReadMessages(0))).isEqualTo(1);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(run.read(90, 0, 1, 1, reader, new ReadMessages(0))).isEqualTo(1);
        }
        run.release();
    }

    @Test
    void interruptedReadersDoNotCloseTheFileForOthers(@TempDir Path folder) throws InterruptedException {
        Run run = write(folder.resolve("a.run"));
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            Thread thread = new Thread(() -> readAll(run));
            thread.setUncaughtExceptionHandler((dead, thrown) -> {
                synchronized (failures) {
                    failures.add(thrown);
                }
            });
            threads.add(thread);
            thread.start();
        }
        while (threads.get(0).isAlive()) {
            threads.get(0).interrupt();
            Thread.yield();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        run.release();
    }

    private void readAll(Run run) {
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1, 0)) {
            for (int i = 0; i < 3000; i++) {
                int id = i * 37 % 100;
                if (run.read(id, i % 200, 1, 1, reader, new ReadMessages(i % 200)) != 1) {
                    throw new AssertionError("nothing read: queue=" + id);
                }
            }
        }
    }
}
