package io.millrace.queue;

import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.cursor.Cursors;
import io.millrace.queue.recovery.Checkpoint;
import io.millrace.queue.recovery.CheckpointFile;
import io.millrace.queue.recovery.CheckpointScan;
import io.millrace.queue.recovery.CheckpointScan.Finding;
import io.millrace.queue.run.RunStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the newest checkpoint of a directory says; where it is damaged, what the one before it says of the same.
 *
 * <p>Reads files and changes none. <b>Threads:</b> one. <b>Ownership:</b> its memory is its own until it is closed.
 */
final class InspectedState implements AutoCloseable {

    /** A limit, not a reservation: the indexes of the runs are looked at one after the other. */
    private static final long MEMORY_BYTES_MAX = 4L << 30;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path directory;
    private final StorageFiles files;
    private final PageArena memory = PageArena.create(MEMORY_BYTES_MAX);
    private final Catalog catalog = new Catalog(memory, Integer.MAX_VALUE, PATIENCE);
    private final Cursors cursors = new Cursors(memory, PATIENCE);
    private final CheckpointFile checkpoints;
    private final BitSet known = new BitSet();
    private final BitSet deleted = new BitSet();
    private final List<Path> damaged = new ArrayList<>();
    private boolean newestIsDamaged;
    private boolean announced;
    private Checkpoint checkpoint = Checkpoint.none(0);
    private boolean runsKnown = true;

    private InspectedState(Path directory, StorageFiles files) {
        this.directory = directory;
        this.files = files;
        this.checkpoints = new CheckpointFile(directory, files);
    }

    /** Reads the checkpoints; what is wrong with them goes to the findings. */
    static InspectedState read(Path directory, StorageFiles files, InspectFindings findings) throws IOException {
        InspectedState state = new InspectedState(directory, files);
        boolean done = false;
        try {
            state.readNewest(findings);
            done = true;
            return state;
        } finally {
            if (!done) {
                state.close();
            }
        }
    }

    Catalog catalog() {
        return catalog;
    }

    Cursors cursors() {
        return cursors;
    }

    /** The checkpoint, with its runs if {@link #runsKnown}. */
    Checkpoint checkpoint() {
        return checkpoint;
    }

    /** Replaces what was read by what was found out otherwise. */
    void checkpoint(Checkpoint better) {
        checkpoint = better;
        runsKnown = true;
    }

    /** Whether some of the checkpoint says which runs there are. */
    boolean runsKnown() {
        return runsKnown;
    }

    /** Whether an entry of this queue was read: then its first offset is what a trim has made it. */
    boolean isKnown(int queue) {
        return known.get(queue);
    }

    /** Whether a checkpoint says that this queue was deleted. */
    boolean isDeleted(int queue) {
        return deleted.get(queue);
    }

    /** Whether the newest checkpoint is damaged or missing. */
    boolean isDamaged() {
        return newestIsDamaged;
    }

    /**
     * Whether a repair was killed after it had announced its checkpoint: the runs hold what stands in the journal, all of it
     * or as much as is still there.
     */
    boolean isAnnounced() {
        return announced;
    }

    /** The newest checkpoint turned out to be missing. */
    void setMissing() {
        newestIsDamaged = true;
        runsKnown = false;
    }

    /** Checkpoints that are damaged. */
    List<Path> damagedFiles() {
        return damaged;
    }

    CheckpointFile checkpoints() {
        return checkpoints;
    }

    RunFiles runFiles() {
        return new RunFiles(directory.resolve("runs"), files);
    }

    /** The file of a run of the checkpoint. */
    Path runFile(long id) {
        RunFiles runs = runFiles();
        boolean waits = announced && !files.exists(runs.path(id)) && files.exists(runs.waiting(id));
        return waits ? runs.waiting(id) : runs.path(id);
    }

    RunStorage storage() {
        return RunStorage.of(files, memory, PATIENCE, true);
    }

    PageArena memory() {
        return memory;
    }

    private void readNewest(InspectFindings findings) throws IOException {
        List<Long> sequences = checkpoints.sequences();
        if (sequences.isEmpty()) {
            return;
        }
        long name = sequences.get(sequences.size() - 1);
        announced = checkpoints.isAnnounced(name);
        long newest = announced ? name + 1 : name;
        Path file = checkpoints.path(name);
        if (announced) {
            findings.damage(QueueDamage.Part.CHECKPOINT, file, 0, "a repair has not come to its end");
        }
        Reading reading = new Reading();
        List<Finding> wrong = scan(file, newest, reading, findings);
        checkpoint = reading.checkpoint(newest);
        if (wrong.isEmpty()) {
            reading.noteDeleted();
            for (long before : sequences.subList(0, sequences.size() - 1)) {
                scan(checkpoints.path(before), before, CheckpointScan.Visitor.NOBODY, findings);
            }
            return;
        }
        newestIsDamaged = true;
        runsKnown = reading.header != null && wrong.stream().noneMatch(InspectedState::mayHoldRuns);
        if (sequences.size() > 1) {
            readBefore(sequences.get(sequences.size() - 2), reading.header == null, findings);
        }
    }

    /** What the newest one does not say any more; queues that were deleted in between come back. */
    private void readBefore(long sequence, boolean headerIsMissing, InspectFindings findings) throws IOException {
        Reading reading = new Reading();
        boolean sound =
                scan(checkpoints.path(sequence), sequence, reading, findings).isEmpty();
        if (sound) {
            reading.noteDeleted();
        }
        Checkpoint before = reading.checkpoint(sequence);
        if (headerIsMissing) {
            checkpoint = new Checkpoint(
                    checkpoint.sequence(), before.epochBytes(), before.journalPosition(), before.nextRun(), List.of());
        }
    }

    private List<Finding> scan(Path file, long sequence, CheckpointScan.Visitor reading, InspectFindings findings)
            throws IOException {
        List<Finding> wrong = CheckpointScan.scan(file, sequence, files, reading);
        for (Finding each : wrong) {
            findings.damage(
                    QueueDamage.Part.CHECKPOINT, file, each.position(), each.what() + " (" + each.kindName() + ")");
        }
        if (!wrong.isEmpty()) {
            damaged.add(file);
        }
        return wrong;
    }

    private static boolean mayHoldRuns(Finding finding) {
        return finding.kindName().equals("runs") || finding.kindName().equals("unknown");
    }

    @Override
    public void close() {
        cursors.close();
        catalog.close();
        memory.close();
    }

    /** One checkpoint's sound blocks, put onto what is there. */
    private final class Reading implements CheckpointScan.Visitor {

        private final List<Long> runs = new ArrayList<>();
        private @Nullable Checkpoint header;
        private int queues;

        @Override
        public void header(Checkpoint found, int count) {
            header = found;
            queues = count;
            if (count > 0) {
                catalog.reserve(count - 1);
            }
        }

        @Override
        public void run(long id) {
            runs.add(id);
        }

        @Override
        public void queue(int number, long first, long sortedNext, byte[] name) {
            catalog.restore(number, name);
            if (catalog.isLive(number)) {
                known.set(number);
                catalog.raiseFirst(number, first);
                catalog.sortedNext(number, Math.max(sortedNext, catalog.sortedNext(number)));
            }
        }

        @Override
        public void cursor(String group, int queue, long offset) {
            if (cursors.get(group, queue) < 0) {
                cursors.set(group, queue, offset);
            }
        }

        Checkpoint checkpoint(long sequence) {
            Checkpoint found = header;
            return found == null
                    ? new Checkpoint(sequence, 0, 0, 1, runs)
                    : new Checkpoint(
                            sequence, found.epochBytes(), found.journalPosition(), found.nextRun(), List.copyOf(runs));
        }

        void noteDeleted() {
            for (int queue = 0; queue < queues; queue++) {
                if (!catalog.isLive(queue)) {
                    deleted.set(queue);
                }
            }
        }
    }
}
