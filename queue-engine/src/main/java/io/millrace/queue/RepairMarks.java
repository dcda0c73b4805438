package io.millrace.queue;

import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunOrigin;
import io.millrace.queue.run.RunWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes runs of nothing but marks in the places of messages that no run holds, so that reading them says that they are lost
 * and the messages behind them keep their offsets. <b>Threads:</b> one.
 */
final class RepairMarks {

    private final InspectedState state;
    private final List<String> actions = new ArrayList<>();
    private long nextRun;

    RepairMarks(InspectedState state, long nextRun) {
        this.state = state;
        this.nextRun = nextRun;
    }

    /** The runs that can be read, with those of marks between them. */
    List<Long> fill(InspectRuns runs) {
        List<Long> filled = new ArrayList<>();
        List<InspectContinuity.Gap> gaps = runs.continuity().gaps();
        int gap = 0;
        for (int place = 0; place <= runs.readable().size(); place++) {
            int from = gap;
            while (gap < gaps.size() && gaps.get(gap).before() == place) {
                gap++;
            }
            if (gap > from) {
                filled.add(write(gaps.subList(from, gap), origin(runs.readable(), place)));
            }
            if (place < runs.readable().size()) {
                filled.add(runs.readable().get(place));
            }
        }
        return filled;
    }

    /** The id after those that were given. */
    long nextRun() {
        return nextRun;
    }

    List<String> actions() {
        return actions;
    }

    private long write(List<InspectContinuity.Gap> gaps, RunOrigin origin) {
        long marks = 0;
        try (RunWriter writer = RunWriter.create(state.runFiles().path(origin.runId()), origin, state.storage())) {
            for (InspectContinuity.Gap gap : gaps) {
                writer.beginQueue(gap.queue(), gap.fromOffset());
                for (long offset = gap.fromOffset(); offset < gap.toOffset(); offset++) {
                    writer.lost();
                }
                marks += gap.toOffset() - gap.fromOffset();
            }
            writer.finish().release();
        }
        actions.add("wrote " + state.runFiles().path(origin.runId()).getFileName() + " with marks for " + marks
                + " lost messages of " + gaps.size() + " queues");
        return origin.runId();
    }

    /** Between its neighbours in the journal, as old as the one before, and of its level. */
    private RunOrigin origin(List<Long> readable, int place) {
        RunOrigin before = place == 0 ? null : originOf(readable.get(place - 1));
        RunOrigin after = place == readable.size() ? null : originOf(readable.get(place));
        long from = before == null ? 0 : before.journalTo();
        long to = after == null ? state.checkpoint().journalPosition() : after.journalFrom();
        RunOrigin neighbour = before != null ? before : after;
        long millis = neighbour == null ? 0 : neighbour.maxMillis();
        return new RunOrigin(
                nextRun++,
                neighbour == null ? 0 : neighbour.level(),
                from,
                Math.max(from, to),
                millis,
                millis,
                List.of());
    }

    private @Nullable RunOrigin originOf(long id) {
        Run run = Run.open(state.runFiles().path(id), state.storage());
        try {
            return run.origin();
        } finally {
            run.release();
        }
    }
}
