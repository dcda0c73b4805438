package io.millrace.queue;

import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunLoss;
import io.millrace.queue.run.RunVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Looks at every run of a store, and at the offsets from one to the next. <b>Threads:</b> one. */
final class InspectRuns {

    private final InspectedState state;
    private final InspectFindings findings;
    private final LongConsumer progress;
    private final InspectContinuity continuity;
    private final List<Long> damaged = new ArrayList<>();
    private final List<Long> unreadable = new ArrayList<>();
    private final List<Long> readable = new ArrayList<>();
    private boolean continuityIsKnown = true;

    InspectRuns(InspectedState state, InspectFindings findings, LongConsumer progress) {
        this.state = state;
        this.findings = findings;
        this.progress = progress;
        this.continuity = new InspectContinuity(state);
    }

    /** Reads all of them. */
    void verify() throws IOException {
        for (long id : state.checkpoint().runs()) {
            Path file = state.runFile(id);
            if (!state.runFiles().files().exists(file)) {
                findings.damage(QueueDamage.Part.RUN, file, 0, "the run is missing");
                unreadable.add(id);
            } else if (isReadable(id, file)) {
                readable.add(id);
                follow(id, file);
            } else {
                unreadable.add(id);
            }
        }
        finish();
    }

    /** Follows the offsets alone, from run to run of those that can be opened. */
    void follow() {
        for (long id : state.checkpoint().runs()) {
            try {
                Run run = Run.open(state.runFile(id), state.storage());
                readable.add(id);
                try {
                    continuity.add(run, readable.size() - 1);
                } finally {
                    run.release();
                }
            } catch (QueueException e) {
                unreadable.add(id);
            }
        }
        finish();
    }

    /** Runs with damages that leave something to read. */
    List<Long> damaged() {
        return damaged;
    }

    /** Runs of which nothing can be read. */
    List<Long> unreadable() {
        return unreadable;
    }

    /** The others, oldest first. */
    List<Long> readable() {
        return readable;
    }

    InspectContinuity continuity() {
        return continuity;
    }

    private boolean isReadable(long id, Path file) {
        try {
            RunVerifier.Summary summary = new RunVerifier(state.storage(), progress)
                    .verify(
                            file,
                            damage -> findings.damage(
                                    QueueDamage.Part.RUN,
                                    file,
                                    damage.position(),
                                    damage.part() + ": " + damage.detail()),
                            loss -> lose(loss, file));
            findings.messages(summary.messages());
            findings.bytes(summary.bytes());
            if (!summary.isSound()) {
                damaged.add(id);
            }
            return true;
        } catch (QueueException e) {
            if (e.reason() != QueueException.Reason.CORRUPT) {
                throw e;
            }
            findings.damage(QueueDamage.Part.RUN, file, 0, String.valueOf(e.getMessage()));
            return false;
        }
    }

    private void lose(RunLoss loss, Path file) {
        Catalog catalog = state.catalog();
        if (catalog.isLive(loss.queueId())) {
            long from = Math.max(loss.fromOffset(), catalog.first(loss.queueId()));
            if (from < loss.toOffset()) {
                findings.loss(catalog.name(loss.queueId()), from, loss.toOffset(), "damaged in " + file.getFileName());
            }
        }
    }

    private void follow(long id, Path file) {
        if (!continuityIsKnown) {
            return;
        }
        try {
            Run run = Run.open(file, state.storage());
            try {
                continuity.add(run, readable.size() - 1);
            } finally {
                run.release();
            }
        } catch (QueueException e) {
            if (e.reason() != QueueException.Reason.CORRUPT || !damaged.contains(id)) {
                throw e;
            }
            continuityIsKnown = false; // its losses were told; what follows it is known once it is repaired
        }
    }

    private void finish() {
        if (!continuityIsKnown) {
            return;
        }
        continuity.finish(readable.size());
        for (InspectContinuity.Gap gap : continuity.gaps()) {
            findings.loss(
                    state.catalog().name(gap.queue()),
                    gap.fromOffset(),
                    gap.toOffset(),
                    unreadable.isEmpty() ? "in no run" : "in a run that is missing or cannot be read");
        }
    }
}
