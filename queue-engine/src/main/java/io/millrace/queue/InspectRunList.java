package io.millrace.queue;

import io.millrace.queue.recovery.Checkpoint;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunExtent;
import io.millrace.queue.run.RunOrigin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which runs a store has: as its checkpoint says or, if that is lost, as the runs say of themselves. */
final class InspectRunList {

    private InspectRunList() {}

    /**
     * The runs that the files make up: all that can be opened, but for those that another one has replaced, in the order of
     * what they hold. A run is not among them whose epoch the journal still has, unless its queues say that it is sorted. One
     * that a repair made of the journal ends where that one begins now: a file gets such a run's name once the journal is empty.
     *
     * @param journalStart where the journal's files begin
     */
    static Checkpoint rebuilt(InspectedState state, int epochBytes, long journalStart) throws IOException {
        Checkpoint read = state.checkpoint();
        List<RunOrigin> origins = new ArrayList<>();
        Set<Long> replaced = new HashSet<>();
        long highest = 0;
        for (long id : state.runFiles().ids()) {
            highest = Math.max(highest, id);
            Run run = openIfReadable(state, id);
            if (run != null) {
                try {
                    RunOrigin origin = run.origin();
                    boolean inJournal = origin.journalFrom() >= journalStart && origin.journalTo() > journalStart;
                    if (origin.level() > 0 || !inJournal || saysSorted(state, run)) {
                        origins.add(origin);
                        replaced.addAll(origin.replaces());
                    }
                } finally {
                    run.release();
                }
            }
        }
        origins.removeIf(origin -> replaced.contains(origin.runId()));
        origins.sort(Comparator.comparingLong(RunOrigin::journalFrom));
        long end = origins.stream().mapToLong(RunOrigin::journalTo).max().orElse(0);
        return new Checkpoint(
                read.sequence(),
                epochBytes,
                Math.max(Math.max(read.journalPosition(), journalStart), roundUp(end, epochBytes)),
                Math.max(read.nextRun(), highest + 1),
                origins.stream().map(RunOrigin::runId).toList());
    }

    /** Whether a run that the checkpoint names is gone because another one, which it does not name, has replaced it. */
    static boolean isOutdated(InspectedState state) throws IOException {
        Set<Long> gone = new HashSet<>(state.checkpoint().runs());
        gone.removeAll(state.runFiles().ids());
        if (gone.isEmpty()) {
            return false;
        }
        for (long id : state.runFiles().ids()) {
            RunOrigin origin = originOf(state, id);
            if (origin != null && origin.replaces().stream().anyMatch(gone::contains)) {
                return true;
            }
        }
        return false;
    }

    private static boolean saysSorted(InspectedState state, Run run) {
        RunExtent extent = new RunExtent();
        for (int queue = run.ceilingQueue(0); queue >= 0; queue = run.ceilingQueue(queue + 1)) {
            if (state.isKnown(queue) && run.locate(queue, extent)) {
                return extent.nextOffset() <= state.catalog().sortedNext(queue);
            }
        }
        return false;
    }

    /** Where in the journal the newest of these runs ends. */
    static long endOf(InspectedState state, Checkpoint checkpoint) {
        long end = 0;
        for (long id : checkpoint.runs()) {
            RunOrigin origin = originOf(state, id);
            end = origin == null ? end : Math.max(end, roundUp(origin.journalTo(), checkpoint.epochBytes()));
        }
        return end;
    }

    /** Files among the runs that no checkpoint names. */
    static void findExtra(InspectedState state, InspectFindings findings) throws IOException {
        RunFiles runs = state.runFiles();
        Set<Path> named = new HashSet<>();
        state.checkpoint().runs().forEach(id -> named.add(state.runFile(id)));
        for (Path file : runs.files().list(runs.directory())) {
            String name = String.valueOf(file.getFileName());
            if (!named.contains(file) && !name.endsWith(RepairFiles.SUFFIX)) {
                findings.extra(file);
            }
        }
    }

    private static @Nullable RunOrigin originOf(InspectedState state, long id) {
        Run run = openIfReadable(state, id);
        if (run == null) {
            return null;
        }
        try {
            return run.origin();
        } finally {
            run.release();
        }
    }

    /** Null if nothing can be read of it: its messages will be missing between the others, and be told as such. */
    private static @Nullable Run openIfReadable(InspectedState state, long id) {
        try {
            return Run.open(state.runFiles().path(id), state.storage());
        } catch (QueueException e) {
            if (e.reason() == QueueException.Reason.CORRUPT) {
                return null;
            }
            throw e;
        }
    }

    private static long roundUp(long position, int unit) {
        return (position + unit - 1) / unit * unit;
    }
}
