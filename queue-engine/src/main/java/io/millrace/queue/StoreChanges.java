package io.millrace.queue;

import io.millrace.queue.append.Appender;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.cursor.Cursors;
import io.millrace.queue.merge.SortedEpoch;
import io.millrace.queue.recovery.Checkpoint;
import io.millrace.queue.recovery.CheckpointFile;
import io.millrace.queue.run.Run;
import io.millrace.wal.WriteAheadLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes every change of runs and epochs durable: first what readers see, then the checkpoint, and only then does what the
 * change replaced go: the epoch's segment back to the log, the runs' files from the disk.
 *
 * <p>If the checkpoint cannot be written, readers have the change all the same, and what it replaced stays until a later
 * checkpoint succeeds. <b>Threads:</b> synchronized; the one that sorts and the one that merges.
 */
final class StoreChanges {

    private final StoredState state;
    private final Catalog catalog;
    private final Cursors cursors;
    private final CheckpointFile file;
    private final Appender appender;
    private final WriteAheadLog log;
    private final int epochBytes;
    private final List<Run> replaced = new ArrayList<>();
    private long sequence;
    private long nextRun;

    StoreChanges(
            StoredState state,
            Catalog catalog,
            Cursors cursors,
            CheckpointFile file,
            Appender appender,
            WriteAheadLog log,
            Checkpoint last) {
        this.state = state;
        this.catalog = catalog;
        this.cursors = cursors;
        this.file = file;
        this.appender = appender;
        this.log = log;
        this.epochBytes = last.epochBytes();
        this.sequence = last.sequence();
        this.nextRun = last.nextRun();
    }

    /** An id that no run has had. */
    synchronized long newRunId() {
        return nextRun++;
    }

    /** The oldest epoch is in a run, or held no message: the queues learn it in one step with every later checkpoint. */
    synchronized void sorted(SortedEpoch epoch, long endPosition) throws IOException {
        epoch.advance();
        Run run = epoch.run();
        state.replaceOldestEpoch(run.queues() > 0 ? run : RunMaintenance.discarded(run), endPosition);
        checkpoint();
    }

    /** These runs are in that one, or held nothing that is still wanted. */
    synchronized void merged(List<Run> old, @Nullable Run run) throws IOException {
        state.replaceRuns(old, run);
        replaced.addAll(old);
        checkpoint();
    }

    /** Writes what is, and lets go of what was. */
    synchronized void checkpoint() throws IOException {
        appender.settle();
        long start = state.epochsStart();
        List<Long> runs = state.runs().stream().map(run -> run.origin().runId()).toList();
        file.write(new Checkpoint(++sequence, epochBytes, start, nextRun, runs), catalog, cursors);
        log.truncatePrefix(start);
        for (Run run : replaced) {
            run.condemn();
            run.release();
        }
        replaced.clear();
    }

    /** Gives back what still waits for a checkpoint. */
    synchronized void close() {
        replaced.forEach(Run::release);
        replaced.clear();
    }
}
