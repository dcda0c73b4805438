package io.millrace.queue;

import io.millrace.memory.StorageFiles;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.recovery.Checkpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A store read from its files without opening it: what its checkpoint says, or what can be found out in its place, then its
 * runs, then its journal. <b>Threads:</b> one.
 */
final class InspectedStore implements AutoCloseable {

    private final InspectedState state;
    private final InspectJournal journal;
    private final InspectFindings findings;
    private final LongConsumer progress;
    private final InspectRuns runs;

    private InspectedStore(
            InspectedState state, InspectJournal journal, InspectFindings findings, LongConsumer progress) {
        this.state = state;
        this.journal = journal;
        this.findings = findings;
        this.progress = progress;
        this.runs = new InspectRuns(state, findings, progress);
    }

    /** Reads the checkpoint; runs and journal when they are asked for. */
    static InspectedStore read(Path directory, StorageFiles files, InspectFindings findings, LongConsumer progress)
            throws IOException {
        InspectJournal journal = InspectJournal.open(directory.resolve("journal"), files);
        InspectedState state = null;
        boolean done = false;
        try {
            state = InspectedState.read(directory, files, findings);
            InspectedStore store = new InspectedStore(state, journal, findings, progress);
            store.settleCheckpoint();
            done = true;
            return store;
        } finally {
            if (!done) {
                if (state != null) {
                    state.close();
                }
                journal.close();
            }
        }
    }

    InspectedState state() {
        return state;
    }

    InspectJournal journal() {
        return journal;
    }

    InspectRuns runs() {
        return runs;
    }

    /** Every byte of the runs and of the journal. */
    void verify() throws IOException {
        runs.verify();
        InspectRunList.findExtra(state, findings);
        replay(InspectReplay.Taker.NOBODY);
    }

    /** The queues, from the runs' indexes and the journal. */
    void summaries(Consumer<QueueSummary> visitor) throws IOException {
        runs.follow();
        InspectReplay replay = replay(InspectReplay.Taker.NOBODY);
        Catalog catalog = state.catalog();
        for (int queue = 0; queue < catalog.count(); queue++) {
            if (catalog.isLive(queue)) {
                long next = catalog.next(queue);
                visitor.accept(new QueueSummary(
                        catalog.name(queue),
                        Math.min(catalog.first(queue), next),
                        next,
                        runs.continuity().bytes(queue) + replay.bytes(queue)));
            }
        }
    }

    /** Counts the journal's records onto the catalog. */
    InspectReplay replay(InspectReplay.Taker taker) {
        return journal.replay(state, findings, taker, progress);
    }

    /** Finds out which runs there are if no checkpoint says so, and whether the newest checkpoint is missing. */
    private void settleCheckpoint() throws IOException {
        if (state.isAnnounced() && state.runsKnown()) {
            return;
        }
        Checkpoint read = state.checkpoint();
        int epochBytes = read.epochBytes() > 0 ? read.epochBytes() : journal.segmentBytes();
        long start = journal.filesStart();
        if (state.runsKnown() && isMissing(epochBytes, start)) {
            findings.damage(
                    QueueDamage.Part.CHECKPOINT,
                    state.checkpoints().path(read.sequence() + 1),
                    0,
                    "the newest checkpoint is missing");
            state.setMissing();
        }
        if (!state.runsKnown()) {
            state.checkpoint(InspectRunList.rebuilt(state, epochBytes, start));
        } else if (read.epochBytes() == 0) {
            state.checkpoint(
                    new Checkpoint(read.sequence(), epochBytes, read.journalPosition(), read.nextRun(), read.runs()));
        }
    }

    /** Whether runs or journal show that there was a newer checkpoint than the newest one. */
    private boolean isMissing(int epochBytes, long journalStart) throws IOException {
        if (InspectRunList.isOutdated(state)) {
            return true;
        }
        if (epochBytes == 0 || journalStart / epochBytes <= state.checkpoint().journalPosition() / epochBytes) {
            return false;
        }
        // The runs go on to where the journal begins: then not segments are missing, but the checkpoint that says so.
        return InspectRunList.endOf(state, InspectRunList.rebuilt(state, epochBytes, journalStart)) >= journalStart;
    }

    @Override
    public void close() {
        state.close();
        journal.close();
    }
}
