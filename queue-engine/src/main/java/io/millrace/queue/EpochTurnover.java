package io.millrace.queue;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.millrace.queue.append.SortTrouble;
import io.millrace.queue.epoch.Epoch;
import io.millrace.queue.merge.EpochSegment;
import io.millrace.queue.merge.EpochSorter;
import io.millrace.queue.merge.SortedEpoch;
import io.millrace.queue.run.RunOrigin;
import io.millrace.queue.run.RunStorage;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Sorts every epoch that is full into a run, one after the other, on one thread.
 *
 * <p>What fails is tried again, with a pause, for as long as it takes: the epoch stays in memory and in the log, and appends
 * wait once no segment is free. {@link #failure} says why.
 */
final class EpochTurnover {

    private static final Logger LOG = LoggerFactory.getLogger(EpochTurnover.class);
    private static final long PAUSE_MILLIS = 500;

    private final BlockingQueue<Task> sealed = new LinkedBlockingQueue<>();
    private final EpochSorter sorter;
    private final RunFiles runFiles;
    private final CatalogOffsets offsets;
    private final StoreChanges changes;
    private final Clock clock;
    private final Runnable afterwards;
    private final SortTrouble trouble;
    private final Timer duration;
    private final Counter failures;
    private final Counter sortedMessages;
    private final Thread thread = new Thread(this::run, "millrace-queue-sort");
    private volatile boolean stopped;
    private volatile long taken;
    private volatile long done;

    private record Task(Epoch epoch, long beganMillis, long sealedMillis) {}

    EpochTurnover(
            RunStorage storage,
            RunFiles runFiles,
            CatalogOffsets offsets,
            StoreChanges changes,
            Clock clock,
            Runnable afterwards,
            EngineMeters meters,
            SortTrouble trouble) {
        this.sorter = new EpochSorter(storage, () -> stopped);
        this.runFiles = runFiles;
        this.offsets = offsets;
        this.changes = changes;
        this.clock = clock;
        this.afterwards = afterwards;
        this.trouble = trouble;
        this.duration = meters.timer(QueueMeters.SORT_DURATION);
        this.failures = meters.counter(QueueMeters.SORT_FAILURES);
        this.sortedMessages = meters.counter(QueueMeters.SORTED);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Takes the next epoch, which is full; they come in their order. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread adds: the log's
    void add(Epoch epoch, long beganMillis) {
        taken++;
        sealed.add(new Task(epoch, beganMillis, clock.millis()));
    }

    /** Epochs that wait or are being sorted. */
    long backlog() {
        return taken - done;
    }

    /** Why the last attempt failed, or null if it did not. */
    @Nullable
    Exception failure() {
        return trouble.cause();
    }

    /** Stops in the middle; what is not sorted stays in the log. */
    void close() throws InterruptedException {
        stopped = true;
        thread.interrupt();
        thread.join();
    }

    private void run() {
        try {
            while (!stopped) {
                sortUntilDone(sealed.take());
            }
        } catch (InterruptedException e) {
            if (!stopped) {
                LOG.error("sorting ended by an interrupt that no close asked for", e);
            }
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread counts: this one
    private void sortUntilDone(Task task) throws InterruptedException {
        boolean sorted = false;
        while (!stopped) {
            try {
                long begun = System.nanoTime();
                if (!sorted) {
                    try (SortedEpoch epoch = sort(task)) {
                        sorted = true;
                        sortedMessages.increment(epoch.run().messages());
                        changes.sorted(epoch, task.epoch().nextPosition());
                    }
                } else {
                    changes.checkpoint();
                }
                duration.record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
                if (trouble.cause() != null) {
                    LOG.info("epochs are sorted again: journal={}", task.epoch().nextPosition());
                }
                trouble.set(null);
                done++;
                afterwards.run();
                return;
            } catch (IOException | RuntimeException e) {
                if (stopped) {
                    return;
                }
                LOG.atLevel(trouble.cause() == null ? Level.WARN : Level.DEBUG)
                        .setCause(e)
                        .log(
                                "epoch not sorted, trying again until it is: journal={}",
                                task.epoch().basePosition());
                trouble.set(e);
                failures.increment();
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }

    private SortedEpoch sort(Task task) {
        Epoch epoch = task.epoch();
        long id = changes.newRunId();
        RunOrigin origin = RunOrigin.ofEpoch(
                id, epoch.firstPosition(), epoch.endPosition(), task.beganMillis(), task.sealedMillis());
        int base = (int) (epoch.firstPosition() - epoch.basePosition());
        int end = (int) (epoch.endPosition() - epoch.basePosition());
        EpochSegment records =
                new EpochSegment(epoch.page(), base, end, offsets.catalog().count());
        return sorter.sort(records, offsets, runFiles.path(id), origin);
    }
}
