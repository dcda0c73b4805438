package io.millrace.queue;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.millrace.queue.merge.MergeBudget;
import io.millrace.queue.merge.RunMerger;
import io.millrace.queue.retention.Expiry;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunStorage;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps the runs few and young, on one thread: eight of a level become one of the next, and those that retention does not
 * want go. It wakes after every sort, and now and then for what time alone has made old.
 */
final class RunMaintenance {

    private static final Logger LOG = LoggerFactory.getLogger(RunMaintenance.class);

    /** Runs that become one. More would merge less often but make reads ask more runs. */
    static final int FAN_IN = 8;

    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final StoredState state;
    private final StoreChanges changes;
    private final RunMerger merger;
    private final RunFiles runFiles;
    private final Expiry expiry;
    private final CatalogOffsets offsets;
    private final Clock clock;
    private final Timer duration;
    private final Counter failures;
    private final Counter expiredBytes;
    private final Thread thread = new Thread(this::run, "millrace-queue-merge");
    private volatile boolean stopped;
    private volatile @Nullable Exception failure;

    RunMaintenance(
            StoredState state,
            StoreChanges changes,
            RunStorage storage,
            long mergeBytesPerSecond,
            RunFiles runFiles,
            Expiry expiry,
            CatalogOffsets offsets,
            Clock clock,
            EngineMeters meters) {
        this.state = state;
        this.changes = changes;
        this.merger = new RunMerger(storage, MergeBudget.ofBytesPerSecond(mergeBytesPerSecond), () -> stopped);
        this.runFiles = runFiles;
        this.expiry = expiry;
        this.offsets = offsets;
        this.clock = clock;
        this.duration = meters.timer(QueueMeters.MERGE_DURATION);
        this.failures = meters.counter(QueueMeters.MERGE_FAILURES);
        this.expiredBytes = meters.counter(QueueMeters.EXPIRED);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** There may be something to do. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** Why the last attempt failed, or null if it did not. */
    @Nullable
    Exception failure() {
        return failure;
    }

    /** Stops in the middle; what is not merged stays in the runs that there are. */
    void close() throws InterruptedException {
        stopped = true;
        thread.interrupt();
        thread.join();
    }

    private void run() {
        while (!stopped) {
            boolean worked = false;
            try {
                worked = expire() || merge();
                if (failure != null) {
                    LOG.info("runs are merged again");
                }
                failure = null;
            } catch (IOException | RuntimeException e) {
                if (!stopped) {
                    LOG.atLevel(failure == null ? Level.WARN : Level.DEBUG)
                            .setCause(e)
                            .log("runs not merged, trying again until they are");
                    failure = e;
                    failures.increment();
                }
            }
            if (!worked && !stopped) {
                LockSupport.parkNanos(this, TICK_NANOS);
            }
        }
    }

    private boolean expire() throws IOException {
        List<Run> runs = state.runs();
        int count = expiry.expired(runs, clock.millis());
        if (count == 0) {
            return false;
        }
        List<Run> old = runs.subList(0, count);
        long bytes = 0;
        for (Run run : old) {
            expiry.trimAll(run);
            bytes += run.fileBytes();
        }
        changes.merged(old, null);
        expiredBytes.increment(bytes);
        LOG.info("retention dropped runs: count={}, bytes={}", count, bytes);
        return true;
    }

    private boolean merge() throws IOException {
        List<Run> inputs = candidates(state.runs());
        if (inputs.isEmpty() || !RunMerger.fit(inputs)) {
            return false; // Nothing to do, or the result would be larger than a run can be.
        }
        long begun = System.nanoTime();
        long id = changes.newRunId();
        Run merged = merger.merge(inputs, offsets, runFiles.path(id), RunMerger.origin(id, inputs));
        changes.merged(inputs, merged.queues() > 0 ? merged : discarded(merged));
        duration.record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
        return true;
    }

    /** The oldest eight neighbours of the lowest level that has as many; none if no level has. */
    static List<Run> candidates(List<Run> runs) {
        List<Run> found = List.of();
        int from = 0;
        for (int i = 0; i < runs.size(); i++) {
            if (runs.get(i).origin().level() != runs.get(from).origin().level()) {
                from = i;
            }
            if (i - from + 1 == FAN_IN) {
                found = runs.subList(from, i + 1);
                from = i + 1;
            }
        }
        return found;
    }

    /** A run that holds nothing is not worth a file. */
    static @Nullable Run discarded(Run empty) {
        empty.condemn();
        empty.release();
        return null;
    }
}
