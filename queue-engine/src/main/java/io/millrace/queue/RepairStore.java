package io.millrace.queue;

import io.millrace.memory.StorageFiles;
import io.millrace.queue.recovery.Checkpoint;
import io.millrace.queue.recovery.CheckpointFile;
import io.millrace.queue.run.RunOrigin;
import io.millrace.queue.run.RunRepair;
import io.millrace.wal.WalInspector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes a damaged store one that opens.
 *
 * <p>Order: each damaged run by itself; then marks for what is in no run, what a damaged journal still holds into a run, and a
 * checkpoint that names the result. A journal is emptied between two moves that are atomic: once the checkpoint is
 * {@linkplain CheckpointFile#announce announced}, its runs hold everything and the journal counts no more; once that is empty,
 * the checkpoint is adopted. So a repair that is killed is simply done again: before the one it begins anew, behind it only the
 * rest is done, and in between the store does not open. <b>Threads:</b> one.
 */
final class RepairStore {

    private static final int ZERO_BYTES = 1 << 20;

    private final Path directory;
    private final StorageFiles files;
    private final LongConsumer progress;
    private final RepairFiles keep;
    private final List<String> actions = new ArrayList<>();

    RepairStore(Path directory, StorageFiles files, LongConsumer progress) {
        this.directory = directory;
        this.files = files;
        this.progress = progress;
        this.keep = new RepairFiles(files);
    }

    List<String> actions() {
        return actions;
    }

    List<Path> kept() {
        return keep.kept();
    }

    void repair() throws IOException {
        boolean runsHold;
        try (InspectedStore store = read()) {
            if (store.state().isAnnounced()) {
                actions.add("went on with a repair that was killed; messages that it marked are lost");
                adopt(store, store.state().checkpoint().sequence());
            }
        }
        try (InspectedStore store = read()) {
            runsHold = repairRuns(store);
        }
        try (InspectedStore store = read()) {
            store.runs().follow();
            RepairJournal gathered = new RepairJournal(files);
            InspectReplay replay = store.replay(gathered);
            boolean gaps = !store.runs().continuity().gaps().isEmpty();
            if (!runsHold || gaps || store.state().isDamaged() || replay.isDamaged()) {
                rewrite(store, replay.isDamaged() ? gathered : null);
                actions.addAll(replay.notes());
            }
            setAside(store.state().damagedFiles());
        }
    }

    private InspectedStore read() throws IOException {
        return InspectedStore.read(directory, files, new InspectFindings(), progress);
    }

    /** Repairs what leaves something to read, and takes the rest out; returns whether every run is still there. */
    private boolean repairRuns(InspectedStore store) throws IOException {
        InspectRuns runs = store.runs();
        runs.verify();
        for (long id : runs.damaged()) {
            Path file = store.state().runFiles().path(id);
            keep.keepCopy(file);
            long lost = new RunRepair(store.state().storage(), progress).repair(file, damage -> {}, loss -> {});
            actions.add(
                    lost == 0
                            ? "healed " + file.getFileName() + " from what it holds twice"
                            : "marked " + lost + " messages as lost in " + file.getFileName());
        }
        for (long id : runs.unreadable()) {
            Path file = store.state().runFiles().path(id);
            if (files.exists(file)) {
                keep.setAside(file);
                actions.add("took " + file.getFileName() + " out: nothing in it can be read");
            }
        }
        return runs.unreadable().isEmpty();
    }

    /**
     * Writes a checkpoint of what there is. Of a damaged journal, what it still holds goes into a run, and the log goes on
     * behind it with an empty segment.
     */
    private void rewrite(InspectedStore store, @Nullable RepairJournal gathered) throws IOException {
        InspectedState state = store.state();
        Checkpoint read = state.checkpoint();
        RepairMarks marks = new RepairMarks(state, read.nextRun());
        List<Long> runs = new ArrayList<>(marks.fill(store.runs()));
        actions.addAll(marks.actions());
        long next = marks.nextRun();
        long sequence = newestSequence(state);
        if (gathered == null) {
            write(store, new Checkpoint(sequence + 1, read.epochBytes(), read.journalPosition(), next, runs));
            return;
        }
        long journalPosition = store.journal().newestBase();
        deleteUnfinished(state.runFiles());
        if (!gathered.isEmpty()) {
            actions.add(gathered.write(state, store.journal(), originOf(next, read, journalPosition)));
            runs.add(next++);
        }
        Checkpoint announced = new Checkpoint(sequence + 2, read.epochBytes(), journalPosition, next, runs);
        state.checkpoints().announce(announced, state.catalog(), state.cursors());
        tell(store, announced);
        adopt(store, announced.sequence());
    }

    private void write(InspectedStore store, Checkpoint checkpoint) throws IOException {
        InspectedState state = store.state();
        for (Path damaged : state.damagedFiles()) {
            keep.keepCopy(damaged);
        }
        state.checkpoints().write(checkpoint, state.catalog(), state.cursors());
        tell(store, checkpoint);
        for (Path damaged : state.damagedFiles()) {
            if (files.exists(damaged)) {
                files.delete(damaged);
            }
        }
    }

    private void tell(InspectedStore store, Checkpoint written) {
        InspectedState state = store.state();
        for (int queue : store.runs().continuity().nameless()) {
            actions.add("named queue " + queue + ", whose name is lost: "
                    + state.catalog().name(queue));
        }
        actions.add("wrote " + state.checkpoints().path(written.sequence()).getFileName() + " with "
                + written.runs().size() + " runs and " + state.catalog().live() + " queues");
    }

    /** What is left to do once a checkpoint is announced; any part of it may be done already. */
    private void adopt(InspectedStore store, long sequence) throws IOException {
        emptyJournal(store.journal());
        store.state().runFiles().nameWaiting();
        store.state().checkpoints().adopt(sequence);
    }

    /** Runs that a repair which was killed before it announced anything has left waiting. */
    private void deleteUnfinished(RunFiles runs) throws IOException {
        for (Path unfinished : runs.unfinished()) {
            files.delete(unfinished);
        }
        files.forceDirectory(runs.directory());
    }

    /** Of what stood in the journal from here on; as old as can be, since nobody knows better. */
    private static RunOrigin originOf(long run, Checkpoint read, long journalPosition) {
        long from = Math.min(read.journalPosition(), journalPosition);
        long now = System.currentTimeMillis();
        return RunOrigin.ofEpoch(run, from, journalPosition, now, now);
    }

    /** Takes the segments out but for the newest, which is left without a record: positions go on from there. */
    private void emptyJournal(InspectJournal journal) throws IOException {
        Path newest = journal.newestFile();
        for (Path segment : journal.segments()) {
            if (!segment.equals(newest)) {
                keep.setAside(segment);
            }
        }
        if (newest != null) {
            keep.keepCopy(newest);
            try (FileChannel channel = files.open(newest, Set.of(StandardOpenOption.WRITE))) {
                clear(channel, WalInspector.headerBytes(), journal.segmentBytes());
                channel.force(true);
            }
        }
        files.forceDirectory(journal.directory());
        actions.add("emptied the journal");
    }

    private static void clear(FileChannel file, long from, long to) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(ZERO_BYTES);
        for (long at = from; at < to; ) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), to - at));
            at += file.write(zeros, at);
        }
    }

    private static long newestSequence(InspectedState state) throws IOException {
        return state.checkpoints().sequences().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    /** Damaged checkpoints that no new one has replaced. */
    private void setAside(List<Path> damaged) throws IOException {
        for (Path file : damaged) {
            if (files.exists(file)) {
                keep.setAside(file);
                actions.add("set " + file.getFileName() + " aside: a sound checkpoint follows it");
            }
        }
        files.forceDirectory(directory);
    }
}
