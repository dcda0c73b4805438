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
 * Makes every change of runs and epochs durable, and only then does what the change replaced go: the epoch's segment back
 * to the log, the runs' files from the disk.
 *
 * <p>If the checkpoint cannot be written, readers have an epoch's run all the same, and what it replaced stays until a later
 * checkpoint succeeds. A merge that no checkpoint can tell of has not been: on a full disk it would hold the same messages
 * twice, and the room for the checkpoint that lets go of the others.
 *
 * <p><b>Threads:</b> synchronized; the one that sorts and the one that merges.
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

    /**
     * These runs are in that one, or held nothing that is still wanted.
     *
     * @throws IOException if the checkpoint cannot be written: then the merged run is gone and the old ones stay; or if it
     *     cannot be given its name: then they are replaced, and stay on the disk
     */
    synchronized void merged(List<Run> old, @Nullable Run run) throws IOException {
        Checkpoint next;
        try {
            next = prepare(state.runsWith(old, run));
        } catch (IOException | RuntimeException e) {
            if (run != null) {
                discard(run);
            }
            throw e;
        }
        state.replaceRuns(old, run);
        replaced.addAll(old);
        publish(next);
    }

    /** Writes what is, and lets go of what was. */
    synchronized void checkpoint() throws IOException {
        publish(prepare(state.runs()));
    }

    private Checkpoint prepare(List<Run> runs) throws IOException {
        appender.settle();
        List<Long> ids = runs.stream().map(run -> run.origin().runId()).toList();
        Checkpoint next = new Checkpoint(++sequence, epochBytes, state.epochsStart(), nextRun, ids);
        file.prepare(next, catalog, cursors);
        return next;
    }

    private void publish(Checkpoint next) throws IOException {
        file.publish(next.sequence());
        log.truncatePrefix(next.journalPosition());
        replaced.forEach(StoreChanges::discard);
        replaced.clear();
    }

    private static void discard(Run run) {
        run.condemn();
        run.release();
    }

    /** Gives back what still waits for a checkpoint. */
    synchronized void close() {
        replaced.forEach(Run::release);
        replaced.clear();
    }
}
