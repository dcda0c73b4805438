package io.millrace.queue.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import io.millrace.queue.epoch.MessageDescriptor;
import io.millrace.queue.run.ReadMessages;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunExtent;
import io.millrace.queue.run.RunOrigin;
import io.millrace.queue.run.RunReader;
import io.millrace.queue.run.RunStorage;
import io.millrace.testkit.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EpochSorterTest {
    private static final RunOrigin ORIGIN = RunOrigin.ofEpoch(3, 0, 1, 0, 0);
    private static final int SEGMENT = 1 << 20;

    @Test
    void everyEpochIsSortedAsAListWouldBe(@TempDir Path folder) {
        Random random = Seeds.random("EpochSorterTest");
        for (int round = 0; round < 25; round++) {
            try (PageArena arena = PageArena.create(64 << 20)) {
                RunStorage storage = RunStorage.of(StorageFiles.local(), arena, Duration.ZERO, false)
                        .withWriteBytes(64 << 10);
                Page page = arena.acquire(SEGMENT, Duration.ZERO);
                ModelQueues queues = new ModelQueues();
                int limit = 1 + random.nextInt(random.nextBoolean() ? 30 : 400_000);
                EpochSorter sorter = sorter(storage, random);
                for (int epoch = 0; epoch < 3; epoch++) {
                    Map<Integer, List<byte[]>> model = new TreeMap<>();
                    EpochSegment segment = fill(page, limit, model, random);
                    unwant(queues, model, random);
                    Map<Integer, Long> expectedNext = expectedNext(queues, model);
                    Map<Integer, Long> starts = Map.copyOf(queues.next);
                    Path file = folder.resolve(round + "-" + epoch + ".run");
                    try (SortedEpoch sorted = sorter.sort(segment, queues, file, ORIGIN)) {
                        assertThat(queues.next).as("told before the run counts").isEqualTo(starts);
                        sorted.advance();
                        check(sorted.run(), model, starts, queues, arena);
                        sorted.run().condemn();
                        sorted.run().release();
                    }
                    expectedNext.forEach(
                            (id, next) -> assertThat(queues.nextOffset(id)).isEqualTo(next));
                }
                page.release();
            }
        }
    }

    private static EpochSorter sorter(RunStorage storage, Random random) {
        int laneBytes = 4096 << random.nextInt(9);
        return new EpochSorter(storage, () -> false, laneBytes, laneBytes);
    }

    private static EpochSegment fill(Page page, int limit, Map<Integer, List<byte[]>> model, Random random) {
        SegmentBuilder builder = new SegmentBuilder(page, 4096);
        boolean skewed = random.nextBoolean();
        int longest = random.nextBoolean() ? 100 : 20_000;
        for (int length = 0; builder.fits(length); length = random.nextInt(random.nextInt(9) == 0 ? longest : 70)) {
            int id = random.nextInt(skewed ? 1 + random.nextInt(limit) : limit);
            byte[] message = new byte[length];
            random.nextBytes(message);
            builder.message(
                    random.nextInt(32) == 0 ? MessageDescriptor.MESSAGE_WITH_SKIP : MessageDescriptor.MESSAGE,
                    id,
                    message);
            model.computeIfAbsent(id, key -> new ArrayList<>()).add(message);
            if (random.nextInt(50) == 0 && builder.fits(600)) {
                builder.other(random.nextBoolean() ? 1 : 200, random.nextInt(500));
            }
        }
        return builder.segment(limit);
    }

    private static void unwant(ModelQueues queues, Map<Integer, List<byte[]>> model, Random random) {
        for (Map.Entry<Integer, List<byte[]>> entry : model.entrySet()) {
            int kind = random.nextInt(12);
            if (kind == 0) {
                queues.deleted.add(entry.getKey());
            } else if (kind < 3) {
                long beyond = random.nextInt(entry.getValue().size() + 3);
                queues.trimmed.put(entry.getKey(), queues.nextOffset(entry.getKey()) + beyond);
            }
        }
    }

    private static Map<Integer, Long> expectedNext(ModelQueues queues, Map<Integer, List<byte[]>> model) {
        Map<Integer, Long> expected = new TreeMap<>();
        model.forEach(
                (id, messages) -> expected.put(id, queues.nextOffset(id) + (queues.isLive(id) ? messages.size() : 0)));
        return expected;
    }

    private static void check(
            Run run, Map<Integer, List<byte[]>> model, Map<Integer, Long> starts, ModelQueues queues, PageArena arena) {
        RunExtent extent = new RunExtent();
        long messages = 0;
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1, 64 << 10)) {
            for (Map.Entry<Integer, List<byte[]>> entry : model.entrySet()) {
                int id = entry.getKey();
                long start = starts.getOrDefault(id, 0L);
                long left = Math.max(0, queues.firstOffset(id) - start);
                List<byte[]> all = entry.getValue();
                if (!queues.isLive(id) || left >= all.size()) {
                    assertThat(run.locate(id, extent)).isFalse();
                    continue;
                }
                List<byte[]> wanted = all.subList((int) left, all.size());
                assertThat(run.locate(id, extent)).isTrue();
                assertThat(extent.firstOffset()).isEqualTo(start + left);
                assertThat(extent.count()).isEqualTo(wanted.size());
                ReadMessages read = new ReadMessages(start + left);
                assertThat(run.read(id, start + left, Integer.MAX_VALUE, Integer.MAX_VALUE, reader, read))
                        .isEqualTo(wanted.size());
                assertThat(read.equalsAll(wanted)).isTrue();
                messages += wanted.size();
            }
        }
        assertThat(run.messages()).isEqualTo(messages);
    }

    @Test
    void aStoppedSortLeavesNothingBehind(@TempDir Path folder) throws Exception {
        try (PageArena arena = PageArena.create(16 << 20)) {
            RunStorage storage = RunStorage.of(StorageFiles.local(), arena, Duration.ZERO, false);
            Page page = arena.acquire(SEGMENT, Duration.ZERO);
            EpochSegment segment = fill(page, 100, new TreeMap<>(), new Random(5));
            ModelQueues queues = new ModelQueues();
            for (int asked = 1; asked < 8; asked++) {
                int[] left = {asked};
                EpochSorter sorter = new EpochSorter(storage, () -> --left[0] == 0, 64 << 10, 256 << 10);
                assertThatThrownBy(() -> sorter.sort(segment, queues, folder.resolve("a.run"), ORIGIN))
                        .isInstanceOfSatisfying(QueueException.class, e -> assertThat(e.reason())
                                .isEqualTo(Reason.CLOSED));
                assertThat(folder).isEmptyDirectory();
                assertThat(queues.next).isEmpty();
            }
            page.release();
        }
    }

    @Test
    void whatIsNoMessageIsRefused(@TempDir Path folder) {
        try (PageArena arena = PageArena.create(16 << 20)) {
            RunStorage storage = RunStorage.of(StorageFiles.local(), arena, Duration.ZERO, false);
            EpochSorter sorter = new EpochSorter(storage, () -> false);
            Page page = arena.acquire(64 << 10, Duration.ZERO);
            SegmentBuilder builder = new SegmentBuilder(page, 0);
            builder.message(MessageDescriptor.MESSAGE, 4, new byte[10]);
            builder.message(MessageDescriptor.MESSAGE, 5, new byte[10]);
            int end = builder.end();
            refuses(sorter, new EpochSegment(page, 0, end, 5), folder);
            refuses(sorter, new EpochSegment(page, 0, end - 8, 6), folder);
            page.buffer().putInt(0, 0);
            refuses(sorter, new EpochSegment(page, 0, end, 6), folder);
            page.buffer().putInt(0, Records.header(MessageDescriptor.MESSAGE, 7));
            refuses(sorter, new EpochSegment(page, 0, end, 6), folder);
            page.release();
        }
    }

    private static void refuses(EpochSorter sorter, EpochSegment segment, Path folder) {
        assertThatThrownBy(() -> sorter.sort(segment, new ModelQueues(), folder.resolve("a.run"), ORIGIN))
                .isInstanceOfSatisfying(
                        QueueException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CORRUPT));
        assertThat(folder).isEmptyDirectory();
    }
}
