package io.millrace.queue.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.testkit.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random runs against plain lists. */
final class RunModelTest {
    private static final RunOrigin ORIGIN = RunOrigin.ofEpoch(7, 4096, 9000, 10, 20);

    @Test
    void everyMessageIsReadFromEveryPlaceAsItWasWritten(@TempDir Path folder) {
        Random random = Seeds.random("RunModelTest");
        for (int round = 0; round < 12; round++) {
            try (PageArena arena = PageArena.create(64 << 20)) {
                RunStorage storage = RunStorage.of(StorageFiles.local(), arena, Duration.ZERO, round % 4 == 0)
                        .withWriteBytes(round % 2 == 0 ? 8192 : 1 << 20);
                RunModel model = RunModel.random(random, 1 + random.nextInt(300));
                Path file = folder.resolve(round + ".run");
                Run run = model.write(file, ORIGIN, storage, random);
                check(run, model, arena, random);
                run.release();
                Run opened = Run.open(file, storage);
                assertThat(opened.origin()).isEqualTo(ORIGIN);
                check(opened, model, arena, random);
                opened.release();
            }
        }
    }

    private static void check(Run run, RunModel model, PageArena arena, Random random) {
        assertThat(run.messages()).isEqualTo(model.messages());
        assertThat(run.queues()).isEqualTo(model.queues().size());
        checkExtents(run, model);
        int ahead = random.nextInt(3) * (128 << 10);
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1 + random.nextInt(2), ahead)) {
            for (Map.Entry<Integer, RunModel.Queue> entry : model.queues().entrySet()) {
                consume(run, entry.getKey(), entry.getValue(), reader, random);
            }
            List<Integer> ids = List.copyOf(model.queues().keySet());
            for (int i = 0; i < 1000; i++) {
                int id = ids.get(random.nextInt(ids.size()));
                RunModel.Queue queue = model.queue(id);
                readSome(run, id, queue, random.nextInt(queue.messages().size()), reader, random);
            }
        }
    }

    private static void checkExtents(Run run, RunModel model) {
        RunExtent extent = new RunExtent();
        long at = 0;
        int previous = -1;
        for (Map.Entry<Integer, RunModel.Queue> entry : model.queues().entrySet()) {
            assertThat(run.ceilingQueue(previous + 1)).isEqualTo(entry.getKey());
            for (int absent = Math.max(previous + 1, entry.getKey() - 70); absent < entry.getKey(); absent++) {
                assertThat(run.locate(absent, extent)).isFalse();
            }
            assertThat(run.locate(entry.getKey(), extent)).isTrue();
            assertThat(extent.firstOffset()).isEqualTo(entry.getValue().firstOffset());
            assertThat(extent.nextOffset()).isEqualTo(entry.getValue().nextOffset());
            assertThat(extent.startByte()).isEqualTo(at);
            at = extent.endByte();
            previous = entry.getKey();
        }
        assertThat(at).isEqualTo(run.dataBytes());
        assertThat(run.ceilingQueue(previous + 1)).isEqualTo(-1);
        assertThat(run.locate(previous + 1, extent)).isFalse();
        assertThat(run.locate(Integer.MAX_VALUE, extent)).isFalse();
    }

    private static void consume(Run run, int id, RunModel.Queue queue, RunReader reader, Random random) {
        for (int at = 0; at < queue.messages().size(); ) {
            at += readSome(run, id, queue, at, reader, random);
        }
        assertThat(run.read(id, queue.nextOffset(), 1, 1, reader, new ReadMessages(0)))
                .isZero();
    }

    private static int readSome(Run run, int id, RunModel.Queue queue, int at, RunReader reader, Random random) {
        int maxMessages = 1 + random.nextInt(30);
        int maxBytes = random.nextInt(5) == 0 ? random.nextInt(100) : random.nextInt(1 << 18);
        long offset = queue.firstOffset() + at;
        ReadMessages read = new ReadMessages(offset);
        int given = run.read(id, offset, maxMessages, maxBytes, reader, read);
        List<byte[]> expected =
                expected(queue.messages().subList(at, queue.messages().size()), maxMessages, maxBytes);
        assertThat(given).isEqualTo(expected.size());
        assertThat(read.equalsAll(expected)).isTrue();
        return given;
    }

    private static List<byte[]> expected(List<byte[]> from, int maxMessages, int maxBytes) {
        int count = 0;
        long bytes = 0;
        for (byte[] message : from) {
            bytes += message.length;
            if (count == maxMessages || count > 0 && bytes > maxBytes) {
                break;
            }
            count++;
        }
        return from.subList(0, count);
    }

    @Test
    void aRunMayBeEmpty(@TempDir Path folder) throws Exception {
        try (PageArena arena = PageArena.create(16 << 20)) {
            RunStorage storage = RunStorage.of(StorageFiles.local(), arena, Duration.ZERO, true);
            Path file = folder.resolve("empty.run");
            new RunModel().write(file, ORIGIN, storage, new Random(1)).release();
            Run run = Run.open(file, storage);
            assertThat(run.messages()).isZero();
            assertThat(run.ceilingQueue(0)).isEqualTo(-1);
            assertThat(run.locate(0, new RunExtent())).isFalse();
            assertThat(run.fileBytes()).isEqualTo(Files.size(file));
            run.release();
        }
    }
}
