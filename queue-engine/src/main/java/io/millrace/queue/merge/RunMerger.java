package io.millrace.queue.merge;

import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunExtent;
import io.millrace.queue.run.RunOrigin;
import io.millrace.queue.run.RunScanner;
import io.millrace.queue.run.RunStorage;
import io.millrace.queue.run.RunWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Makes one run of several: each queue's messages stand behind each other afterwards, and what was trimmed or deleted takes no space any more.
 *
 * <p><b>Cost.</b> Each byte kept is read once and written once, in large direct transfers of consecutive bytes; memory is one buffer an input and what a {@link RunWriter}
 * takes. Blocks are checked while they are copied, so that a damage does not get a new checksum.
 *
 * <p><b>Threads.</b> The caller's; it waits as {@link MergeBudget} says and ends early, with an exception, once {@code stopped} says so or it is interrupted. The caller holds
 * a reference to each input meanwhile.
 *
 * <p><b>Errors.</b> {@link QueueException}: CORRUPT naming run and queue, CLOSED if stopped, IO, DISK_FULL. The inputs are as they were, and nothing is left of the output.
 */
public final class RunMerger {
    /** How much is copied before asking the budget and whether to stop. */
    private static final long STRETCH = 1 << 20;

    private static final int QUEUES_UNASKED = 1 << 12;

    private final RunStorage storage;
    private final MergeBudget budget;
    private final BooleanSupplier stopped;

    /** @param stopped asked now and then, from the merging thread */
    public RunMerger(RunStorage storage, MergeBudget budget, BooleanSupplier stopped) {
        this.storage = storage;
        this.budget = budget;
        this.stopped = stopped;
    }

    /** Whether the runs can become one: a run's index has a bound. */
    public static boolean fit(List<Run> runs) {
        return runs.stream().mapToLong(Run::indexBytes).sum() <= Run.INDEX_BYTES_MAX;
    }

    /** Where the merged run of these, oldest first, comes from. */
    public static RunOrigin origin(long runId, List<Run> oldestFirst) {
        int level = 0;
        long from = Long.MAX_VALUE;
        long to = 0;
        long minMillis = Long.MAX_VALUE;
        long maxMillis = Long.MIN_VALUE;
        List<Long> replaces = new ArrayList<>();
        for (Run run : oldestFirst) {
            RunOrigin origin = run.origin();
            level = Math.max(level, origin.level() + 1);
            from = Math.min(from, origin.journalFrom());
            to = Math.max(to, origin.journalTo());
            minMillis = Math.min(minMillis, origin.minMillis());
            maxMillis = Math.max(maxMillis, origin.maxMillis());
            replaces.add(origin.runId());
        }
        return new RunOrigin(runId, level, from, to, minMillis, maxMillis, replaces);
    }

    /**
     * Merges runs whose journal ranges follow each other, oldest first.
     *
     * @param origin as {@link #origin} gives it
     * @return the open run; it has no queue if nothing is wanted any more
     */
    public Run merge(List<Run> oldestFirst, LiveQueues live, Path file, RunOrigin origin) {
        try (Merge merge = new Merge(oldestFirst, live, file, origin)) {
            return merge.run();
        }
    }

    private void checkStopped() {
        if (stopped.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            throw new QueueException(Reason.CLOSED, "merging was stopped");
        }
    }

    /** One merge under way. */
    private final class Merge implements AutoCloseable {
        private final List<Run> runs;
        private final LiveQueues live;
        private final List<RunScanner> scanners = new ArrayList<>();
        private final RunExtent[] extents;
        /** The next queue of each run; -1 if there is none. */
        private final int[] heads;

        private final RunWriter writer;
        private long unspent;

        Merge(List<Run> runs, LiveQueues live, Path file, RunOrigin origin) {
            this.runs = runs;
            this.live = live;
            extents = new RunExtent[runs.size()];
            heads = new int[runs.size()];
            writer = RunWriter.create(file, origin, storage);
        }

        Run run() {
            for (int i = 0; i < extents.length; i++) {
                extents[i] = new RunExtent();
                heads[i] = runs.get(i).ceilingQueue(0);
                scanners.add(RunScanner.open(runs.get(i), storage));
            }
            int queues = 0;
            for (int queue = lowestHead(); queue >= 0; queue = lowestHead()) {
                if (++queues % QUEUES_UNASKED == 0) {
                    checkStopped();
                }
                if (live.isLive(queue)) {
                    queue(queue, live.firstOffset(queue));
                }
                for (int i = 0; i < heads.length; i++) {
                    if (heads[i] == queue) {
                        heads[i] = runs.get(i).ceilingQueue(queue + 1);
                    }
                }
            }
            checkStopped();
            return writer.finish();
        }

        private int lowestHead() {
            int lowest = -1;
            for (int head : heads) {
                if (head >= 0 && (lowest < 0 || head < lowest)) {
                    lowest = head;
                }
            }
            return lowest;
        }

        private void queue(int queue, long trimmedBefore) {
            int from = firstUnbroken(queue);
            boolean begun = false;
            for (int i = from; i < heads.length; i++) {
                if (heads[i] != queue || extents[i].nextOffset() <= trimmedBefore) {
                    continue;
                }
                RunExtent extent = extents[i];
                long first = Math.max(trimmedBefore, extent.firstOffset());
                if (!begun) {
                    begun = true;
                    writer.beginQueue(queue, first);
                }
                long begin = first == extent.firstOffset()
                        ? extent.startByte()
                        : scanners.get(i).startOf(extent, first);
                copy(i, begin);
            }
        }

        /**
         * The first run from which on the queue's offsets have no gap. What is before a gap was trimmed away, or the gap would not be there.
         */
        private int firstUnbroken(int queue) {
            int first = heads.length;
            long begins = -1;
            for (int i = heads.length - 1; i >= 0; i--) {
                if (heads[i] == queue) {
                    runs.get(i).locate(queue, extents[i]);
                    if (begins >= 0 && extents[i].nextOffset() > begins) {
                        throw new QueueException(
                                Reason.CORRUPT,
                                "runs overlap: queue=" + queue + ", offset=" + begins + ", file="
                                        + runs.get(i).path() + "; run './millrace queue verify'");
                    }
                    if (begins >= 0 && extents[i].nextOffset() < begins) {
                        return first;
                    }
                    first = i;
                    begins = extents[i].firstOffset();
                }
            }
            return first;
        }

        private void copy(int run, long begin) {
            RunExtent extent = extents[run];
            for (long at = begin; at < extent.endByte(); ) {
                long end = Math.min(extent.endByte(), at + STRETCH);
                scanners.get(run).copy(extent.queueId(), at, end, writer);
                unspent += end - at;
                if (unspent >= STRETCH) {
                    checkStopped();
                    budget.spend(unspent);
                    unspent = 0;
                }
                at = end;
            }
        }

        @Override
        public void close() {
            scanners.forEach(RunScanner::close);
            writer.close(); // the only one that throws
        }
    }
}
