package io.millrace.queue.merge;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.queue.epoch.MessageDescriptor;
import io.millrace.queue.run.MessageSink;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunExtent;
import io.millrace.queue.run.RunOrigin;
import io.millrace.queue.run.RunReader;
import io.millrace.queue.run.RunStorage;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Measures the sort of a full epoch, and reads from its run: {@code main [segment MiB] [queues] [rounds] [folder] [lane KiB]}. No test: run it by hand on a quiet machine.
 */
final class SorterRates {
    private static final int MESSAGE = 58;

    private SorterRates() {}

    public static void main(String[] arguments) throws Exception {
        int mebibytes = number(arguments, 0, 512);
        int queues = number(arguments, 1, 1_000_000);
        int rounds = number(arguments, 2, 5);
        Path folder = Files.createTempDirectory(Path.of(arguments.length > 3 ? arguments[3] : "target"), "rates");
        int laneKibibytes = number(arguments, 4, 1024);
        try (PageArena arena = PageArena.create(3L * (mebibytes << 20) + (256 << 20))) {
            RunStorage storage = RunStorage.of(StorageFiles.local(), arena, Duration.ofSeconds(1), false);
            Page page = arena.acquire(mebibytes << 20, Duration.ZERO);
            for (String arrival : new String[] {"lockstep", "random", "zipf"}) {
                EpochSegment segment = fill(page, queues, arrival);
                for (int round = 0; round < rounds; round++) {
                    sort(
                            segment,
                            storage,
                            folder.resolve(arrival + round + ".run"),
                            arrival,
                            laneKibibytes << 10,
                            arena);
                }
            }
            page.release();
        } finally {
            Files.deleteIfExists(folder);
        }
    }

    private static int number(String[] arguments, int at, int otherwise) {
        return arguments.length > at ? Integer.parseInt(arguments[at]) : otherwise;
    }

    private static EpochSegment fill(Page page, int queues, String arrival) {
        SplittableRandom random = new SplittableRandom(42);
        SegmentBuilder builder = new SegmentBuilder(page, 4096);
        byte[] message = new byte[MESSAGE];
        byte[] large = new byte[1024];
        double[] zipf = arrival.equals("zipf") ? zipf(queues) : new double[0];
        int stride = 7919; // spreads the popular ones over the ids
        for (int i = 0; builder.fits(1024); i++) {
            int queue =
                    switch (arrival) {
                        case "lockstep" -> i % queues;
                        case "random" -> random.nextInt(queues);
                        default -> (int) ((long) draw(zipf, random.nextDouble()) * stride % queues);
                    };
            builder.message(MessageDescriptor.MESSAGE, queue, i % 1000 == 0 ? large : message);
        }
        return builder.segment(queues);
    }

    private static double[] zipf(int queues) {
        double[] sums = new double[queues];
        double sum = 0;
        for (int i = 0; i < queues; i++) {
            sum += 1.0 / (i + 1);
            sums[i] = sum;
        }
        for (int i = 0; i < queues; i++) {
            sums[i] /= sum;
        }
        return sums;
    }

    private static int draw(double[] sums, double at) {
        int found = Arrays.binarySearch(sums, at);
        return found >= 0 ? found : Math.min(sums.length - 1, -found - 1);
    }

    private static void sort(
            EpochSegment segment, RunStorage storage, Path file, String arrival, int laneBytes, PageArena arena) {
        EpochQueues queues = new NewQueues();
        EpochSorter sorter = new EpochSorter(storage, () -> false, laneBytes, 1 << 20);
        long began = System.nanoTime();
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        Run run;
        try (SortedEpoch sorted = sorter.sort(segment, queues, file, RunOrigin.ofEpoch(1, 0, 1, 0, 0))) {
            sorted.advance();
            run = sorted.run();
        }
        double seconds = (System.nanoTime() - began) / (double) TimeUnit.SECONDS.toNanos(1);
        print(
                "sort %-8s %,d messages %.2f s = %.2f M/s, %.0f ns of its thread a message, %.0f MB/s, index %.2f B a queue and %d blocks",
                arrival,
                run.messages(),
                seconds,
                run.messages() / seconds / 1e6,
                (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / (double) run.messages(),
                run.dataBytes() / seconds / 1e6,
                (run.indexBytes() - 12.0 * (run.dataBytes() >> 12)) / run.queues(),
                run.dataBytes() >> 12);
        locate(run, segment.queueLimit());
        read(run, segment.queueLimit(), arena);
        run.condemn();
        run.release();
    }

    private static void locate(Run run, int queues) {
        SplittableRandom random = new SplittableRandom(1);
        RunExtent extent = new RunExtent();
        int calls = 5_000_000;
        long sum = 0;
        long began = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            if (run.locate(random.nextInt(queues), extent)) {
                sum += extent.count();
            }
        }
        print("  locate random: %.0f ns (%d)", (System.nanoTime() - began) / (double) calls, sum);
    }

    private static void read(Run run, int queues, PageArena arena) {
        long[] given = new long[1];
        MessageSink sink = new Counting(given);
        RunExtent extent = new RunExtent();
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1, 256 << 10)) {
            long began = 0;
            double nanos = 0;
            int calls = 100_000;
            for (String cache : new String[] {"first", "again"}) {
                SplittableRandom random = new SplittableRandom(1);
                began = System.nanoTime();
                for (int i = 0; i < calls; i++) {
                    int queue = random.nextInt(queues);
                    if (run.locate(queue, extent)) {
                        long offset = extent.firstOffset() + random.nextLong(extent.count());
                        run.read(queue, offset, 10, 1 << 20, reader, sink);
                    }
                }
                nanos = System.nanoTime() - began;
                print("  get of 10 at random, %s: %.2f us a call (%d messages)", cache, nanos / calls / 1e3, given[0]);
            }
            given[0] = 0;
            began = System.nanoTime();
            for (int queue = run.ceilingQueue(0); queue >= 0; queue = run.ceilingQueue(queue + 1)) {
                run.locate(queue, extent);
                for (long offset = extent.firstOffset(); offset < extent.nextOffset(); ) {
                    offset += run.read(queue, offset, 10, 1 << 20, reader, sink);
                }
            }
            nanos = System.nanoTime() - began;
            print("  consumed in order: %.2f M/s", given[0] / nanos * 1e3);
        }
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private record Counting(long[] given) implements MessageSink {
        @Override
        public void accept(long offset, Page page, int index, int length) {
            given[0]++;
        }

        @Override
        public void lost(long offset) {
            given[0]++;
        }
    }

    /** All of them are empty and want everything. */
    private static final class NewQueues implements EpochQueues {
        @Override
        public boolean isLive(int queueId) {
            return true;
        }

        @Override
        public long firstOffset(int queueId) {
            return 0;
        }

        @Override
        public long nextOffset(int queueId) {
            return 0;
        }

        @Override
        public void advance(int queueId, long nextOffset) {}
    }
}
