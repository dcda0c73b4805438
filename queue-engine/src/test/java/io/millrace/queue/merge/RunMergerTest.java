package io.millrace.queue.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import io.millrace.queue.run.ReadMessages;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunExtent;
import io.millrace.queue.run.RunModel;
import io.millrace.queue.run.RunOrigin;
import io.millrace.queue.run.RunReader;
import io.millrace.queue.run.RunStorage;
import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunMergerTest {

    @Test
    void aMergedRunHoldsWhatItsInputsHeld(@TempDir Path folder) {
        Random random = Seeds.random("RunMergerTest");
        for (int round = 0; round < 12; round++) {
            try (PageArena arena = PageArena.create(64 << 20)) {
                RunStorage storage = RunStorage.of(StorageFiles.local(), arena, Duration.ZERO, false)
                        .withWriteBytes(8192 << random.nextInt(6));
                ModelQueues queues = new ModelQueues();
                Map<Integer, List<byte[]>> all = new TreeMap<>();
                List<Run> inputs = inputs(folder, round, storage, queues, all, random);
                unwant(queues, all, random);
                RunOrigin origin = RunMerger.origin(100, inputs);
                assertThat(origin)
                        .isEqualTo(new RunOrigin(
                                100,
                                1,
                                0,
                                inputs.size() * 10L,
                                0,
                                inputs.size() - 1L,
                                inputs.stream().map(run -> run.origin().runId()).toList()));
                Run merged = new RunMerger(storage, MergeBudget.UNLIMITED, () -> false)
                        .merge(inputs, queues, folder.resolve(round + "-merged.run"), origin);
                check(merged, all, queues, arena);
                merged.release();
                inputs.forEach(Run::release);
            }
        }
    }

    /** Runs as epochs would have made them: what was trimmed before an epoch was sorted is not in its run. */
    private static List<Run> inputs(
            Path folder,
            int round,
            RunStorage storage,
            ModelQueues queues,
            Map<Integer, List<byte[]>> all,
            Random random) {
        List<Run> inputs = new ArrayList<>();
        int limit = 1 + random.nextInt(400);
        for (int epoch = 0; epoch < 1 + random.nextInt(8); epoch++) {
            RunModel model = new RunModel();
            for (int id = 0; id < limit; id++) {
                List<byte[]> history = all.computeIfAbsent(id, key -> new ArrayList<>());
                List<byte[]> messages = new ArrayList<>();
                for (int i = random.nextInt(3) == 0 ? random.nextInt(40) : 0; i > 0; i--) {
                    messages.add(RunModel.message(random));
                }
                history.addAll(messages);
                if (random.nextInt(10) == 0) {
                    queues.trimmed.merge(id, (long) Math.max(0, history.size() - random.nextInt(30)), Math::max);
                }
                int first = history.size() - messages.size();
                int kept = Math.max(first, (int) queues.firstOffset(id));
                if (kept < history.size()) {
                    model.queues().put(id, new RunModel.Queue(kept, history.subList(kept, history.size())));
                }
            }
            RunOrigin origin = RunOrigin.ofEpoch(epoch, epoch * 10L, epoch * 10L + 10, epoch, epoch);
            inputs.add(model.write(folder.resolve(round + "-" + epoch + ".run"), origin, storage, random));
        }
        return inputs;
    }

    private static void unwant(ModelQueues queues, Map<Integer, List<byte[]>> all, Random random) {
        for (Map.Entry<Integer, List<byte[]>> entry : all.entrySet()) {
            int kind = random.nextInt(8);
            if (kind == 0) {
                queues.deleted.add(entry.getKey());
            } else if (kind < 3) {
                long later = queues.firstOffset(entry.getKey())
                        + random.nextInt(entry.getValue().size() + 2);
                queues.trimmed.put(entry.getKey(), later);
            }
        }
    }

    private static void check(Run run, Map<Integer, List<byte[]>> all, ModelQueues queues, PageArena arena) {
        RunExtent extent = new RunExtent();
        long messages = 0;
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1, 64 << 10)) {
            for (Map.Entry<Integer, List<byte[]>> entry : all.entrySet()) {
                int id = entry.getKey();
                long first = queues.firstOffset(id);
                if (!queues.isLive(id) || first >= entry.getValue().size()) {
                    assertThat(run.locate(id, extent)).isFalse();
                    continue;
                }
                List<byte[]> wanted =
                        entry.getValue().subList((int) first, entry.getValue().size());
                assertThat(run.locate(id, extent)).isTrue();
                assertThat(extent.firstOffset()).isEqualTo(first);
                ReadMessages read = new ReadMessages(first);
                assertThat(run.read(id, first, Integer.MAX_VALUE, Integer.MAX_VALUE, reader, read))
                        .isEqualTo(wanted.size());
                assertThat(read.equalsAll(wanted)).isTrue();
                for (int i = 0; i < wanted.size(); i += 7) {
                    ReadMessages one = new ReadMessages(first + i);
                    run.read(id, first + i, 1, 0, reader, one);
                    assertThat(one.equalsAll(wanted.subList(i, i + 1))).isTrue();
                }
                messages += wanted.size();
            }
        }
        assertThat(run.messages()).isEqualTo(messages);
    }

    @Test
    void aDamagedInputIsNamedAndNothingIsLeft(@TempDir Path folder) throws IOException {
        try (PageArena arena = PageArena.create(64 << 20)) {
            RunStorage storage = RunStorage.of(StorageFiles.local(), arena, Duration.ZERO, false);
            List<Run> inputs = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                RunModel model = new RunModel();
                model.queues().put(7, new RunModel.Queue(i * 2L, List.of(new byte[3000], new byte[3000])));
                RunOrigin origin = RunOrigin.ofEpoch(i, i, i + 1, 0, 0);
                inputs.add(model.write(folder.resolve(i + ".run"), origin, storage, new Random(1)));
            }
            byte[] second = Files.readAllBytes(folder.resolve("1.run"));
            second[4096 + 4000] ^= 1;
            Files.write(folder.resolve("1.run"), second);
            RunMerger merger = new RunMerger(storage, MergeBudget.UNLIMITED, () -> false);
            assertThatThrownBy(() -> merger.merge(
                            inputs, new ModelQueues(), folder.resolve("m.run"), RunMerger.origin(9, inputs)))
                    .isInstanceOfSatisfying(
                            QueueException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CORRUPT))
                    .hasMessageContainingAll("queue=7", "1.run", "position=4096");
            assertThat(folder.resolve("m.run.tmp")).doesNotExist();
            assertThat(Files.readAllBytes(folder.resolve("1.run"))).isEqualTo(second);

            RunMerger stopped = new RunMerger(storage, MergeBudget.UNLIMITED, () -> true);
            assertThatThrownBy(() -> stopped.merge(
                            inputs.subList(0, 1),
                            new ModelQueues(),
                            folder.resolve("m.run"),
                            RunMerger.origin(9, inputs)))
                    .isInstanceOfSatisfying(
                            QueueException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
            assertThatThrownBy(() -> merger.merge(
                            Arrays.asList(inputs.get(1), inputs.get(0)),
                            new ModelQueues(),
                            folder.resolve("m.run"),
                            RunMerger.origin(9, inputs)))
                    .hasMessageContaining("runs overlap: queue=7");
            assertThat(folder.resolve("m.run.tmp")).doesNotExist();
            inputs.forEach(Run::release);
        }
    }

    @Test
    void aBudgetIsKept() {
        long[] now = {0};
        List<Long> waits = new ArrayList<>();
        RateBudget budget = new RateBudget(1000, () -> now[0], nanos -> {
            waits.add(nanos);
            now[0] += nanos;
        });
        budget.spend(500);
        budget.spend(500);
        assertThat(now[0]).isEqualTo(1_000_000_000L);
        now[0] += 10_000_000_000L; // a pause gives a second's worth, not ten
        budget.spend(1000);
        assertThat(now[0]).isEqualTo(11_000_000_000L);
        budget.spend(1);
        assertThat(waits).containsExactly(500_000_000L, 500_000_000L, 1_000_000L);
    }
}
