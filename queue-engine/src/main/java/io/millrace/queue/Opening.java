package io.millrace.queue;

import io.millrace.memory.PageArena;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.cursor.Cursors;
import io.millrace.queue.epoch.Epoch;
import io.millrace.queue.merge.EpochSegment;
import io.millrace.queue.merge.EpochSorter;
import io.millrace.queue.merge.SortedEpoch;
import io.millrace.queue.recovery.Checkpoint;
import io.millrace.queue.recovery.CheckpointFile;
import io.millrace.queue.recovery.Replay;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunOrigin;
import io.millrace.queue.run.RunStorage;
import io.millrace.wal.LogReader;
import io.millrace.wal.LogSegment;
import io.millrace.wal.WalConfig;
import io.millrace.wal.WalEnvironment;
import io.millrace.wal.WalException;
import io.millrace.wal.WriteAheadLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One opening of a directory: the log, the newest checkpoint, its runs, and the log's records counted onto them.
 *
 * <p>Run files that the checkpoint does not know were being written when the process ended, or were merged away; they are
 * deleted, for the log or other runs hold their messages.
 */
final class Opening {

    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    /** Full epochs that can wait in memory beside the one that is filled and the one that the log makes ready. */
    private static final int WAITING_MAX = EngineParts.EPOCHS - 3;

    private static final int WRITES_IN_MEMORY = 64;

    private final Path directory;
    private final Path journal;
    private final RunFiles runFiles;
    private final QueueConfig config;
    private final PageArena journalMemory;
    private final PageArena memory;
    private final Catalog catalog;
    private final Cursors cursors;
    private final StoredState state;
    private final WalEnvironment environment;
    private final EpochIntake intake;
    private final List<Epoch> epochs = new ArrayList<>();
    private Checkpoint checkpoint;
    private @Nullable WriteAheadLog log;
    private boolean moved;

    Opening(
            Path directory,
            RunFiles runFiles,
            QueueConfig config,
            WalEnvironment environment,
            PageArena journalMemory,
            PageArena memory,
            Catalog catalog,
            Cursors cursors,
            StoredState state) {
        this.directory = directory;
        this.journal = directory.resolve("journal");
        this.runFiles = runFiles;
        this.config = config;
        this.environment = environment;
        this.journalMemory = journalMemory;
        this.memory = memory;
        this.catalog = catalog;
        this.cursors = cursors;
        this.state = state;
        this.intake = new EpochIntake(state, config.clock());
        this.checkpoint = Checkpoint.none(config.epochBytes());
    }

    /**
     * The log, recovered; it also keeps other processes out of the directory. One that ends before what is in the runs, or
     * is empty and begins behind it, lost in a power cut what nobody misses; it goes on behind, once a checkpoint says where.
     */
    WriteAheadLog openLog(CheckpointFile checkpoints) throws IOException {
        WriteAheadLog opened = openJournal();
        checkpoint = checkpoints.read(config.epochBytes(), catalog, cursors);
        if (checkpoint.epochBytes() != config.epochBytes()) {
            throw new IllegalArgumentException("epochBytes differs from the directory's: value=" + config.epochBytes()
                    + " (expected: " + checkpoint.epochBytes() + "), directory=" + directory);
        }
        if (opened.tailPosition() < checkpoint.journalPosition()) {
            LOG.info(
                    "journal begins anew: it ended at position={}, the runs at position={}",
                    opened.tailPosition(),
                    checkpoint.journalPosition());
            opened.close();
            deleteJournal();
            opened = openJournal();
            moveTo(opened);
        } else if (opened.startPosition() == opened.tailPosition()
                && epochOf(opened.startPosition()) > journalStart()) {
            moveTo(opened);
        }
        return opened;
    }

    private void moveTo(WriteAheadLog opened) {
        moved = true;
        checkpoint = new Checkpoint(
                checkpoint.sequence(),
                checkpoint.epochBytes(),
                epochOf(opened.startPosition()),
                checkpoint.nextRun(),
                checkpoint.runs());
    }

    /**
     * Newest first: what is left at any moment is a log. Free files go too, and first: positions begin anew, so that one of
     * them might get the name back that the header in it still tells.
     */
    private void deleteJournal() throws IOException {
        List<Path> segments = Stream.of(".wal", ".free")
                .flatMap(kind -> filesOf(kind).stream())
                .toList();
        for (int i = segments.size() - 1; i >= 0; i--) {
            config.files().delete(segments.get(i));
            config.files().forceDirectory(journal);
        }
    }

    private List<Path> filesOf(String kind) {
        try {
            return config.files().list(journal).stream()
                    .filter(file -> String.valueOf(file.getFileName()).endsWith(kind))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("journal not listed: directory=" + journal, e);
        }
    }

    /** Whether the journal is elsewhere than the newest checkpoint says: one that says it comes before the first append. */
    boolean hasMoved() {
        return moved;
    }

    private long journalStart() {
        return epochOf(checkpoint.journalPosition());
    }

    private long epochOf(long position) {
        return position - position % config.epochBytes();
    }

    private WriteAheadLog openJournal() {
        WalConfig settings = WalConfig.defaults()
                .withDurability(config.durability())
                .withSegmentBytes(config.epochBytes())
                .withPreparedSegments(1)
                .withAppendPatience(config.patience())
                .withArena(journalMemory)
                .withPinnedBytesMax((long) EngineParts.EPOCHS * config.epochBytes())
                .withFiles(config.files())
                .withMeters(config.meters());
        try {
            WriteAheadLog opened = WriteAheadLog.open(journal, settings, intake, environment);
            log = opened;
            return opened;
        } catch (WalException e) {
            throw refused(e);
        }
    }

    /** What readers will see: everything that was acknowledged. */
    void recover(WriteAheadLog opened) throws IOException {
        long begun = System.nanoTime();
        List<Run> runs = new ArrayList<>();
        boolean done = false;
        try {
            for (long id : checkpoint.runs()) {
                runs.add(Run.open(runFiles.path(id), storage()));
            }
            deleteStrangers();
            long messages = replay(opened);
            takeEpochs(opened, runs);
            state.begin(runs, epochs, checkpoint.journalPosition());
            done = true;
            LOG.info(
                    "opened: directory={}, queues={}, runs={}, replayed messages={}, millis={}",
                    directory,
                    catalog.live(),
                    runs.size(),
                    messages,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
        } catch (WalException e) {
            throw refused(e);
        } finally {
            if (!done) {
                runs.forEach(Run::release);
                epochs.forEach(Epoch::release);
            }
        }
    }

    /** Lets appends in: full epochs go to the sort. */
    void begin(EpochTurnover turnover) {
        intake.begin(epochs, turnover);
    }

    Checkpoint checkpoint() {
        return checkpoint;
    }

    /** A merge holds ten times the bytes of a write: a sixth of the memory at most. */
    private int writeBytes() {
        long share = Long.highestOneBit(config.memoryBytes() / WRITES_IN_MEMORY);
        return (int) Math.min(RunStorage.WRITE_BYTES, share);
    }

    RunStorage storage() {
        return new RunStorage(config.files(), memory, config.patience(), writeBytes(), true);
    }

    /** Gives everything back after a failure; what is open of the state is its own to close. */
    void abandon() {
        state.close();
        if (log != null) {
            log.close();
        }
        cursors.close();
        catalog.close();
        memory.close();
        journalMemory.close();
    }

    private long replay(WriteAheadLog opened) {
        Replay replay = new Replay(catalog, cursors);
        replay.begin();
        long from = Math.max(checkpoint.journalPosition(), opened.startPosition());
        if (epochOf(opened.startPosition()) > journalStart()) {
            throw new QueueException(
                    QueueException.Reason.CORRUPT,
                    "segments of the journal are missing: it begins at position=" + opened.startPosition()
                            + " (expected: " + checkpoint.journalPosition() + "), directory=" + journal
                            + "; run `millrace queue repair` on the directory");
        }
        try (LogReader reader = opened.read(from)) {
            while (reader.next()) {
                replay.record(
                        reader.position(), reader.type(), reader.page().buffer(), reader.index(), reader.length());
            }
        }
        replay.finish();
        return replay.messages();
    }

    /**
     * Holds the epochs in memory that wait for the sort. More than have room beside those that the log makes are sorted here
     * and now, the oldest first.
     */
    private void takeEpochs(WriteAheadLog opened, List<Run> runs) {
        long base = Math.max(checkpoint.journalPosition(), opened.startPosition());
        base = epochOf(base);
        long last = epochOf(opened.tailPosition() - 1);
        for (; last - base > (long) WAITING_MAX * config.epochBytes(); base += config.epochBytes()) {
            try (LogSegment segment = opened.pin(base)) {
                sort(segment, runs);
            }
        }
        for (; base <= last; base += config.epochBytes()) {
            epochs.add(new Epoch(opened.pin(base)));
        }
    }

    private void sort(LogSegment segment, List<Run> runs) {
        long next = segment.basePosition() + config.epochBytes();
        long now = config.clock().millis();
        RunOrigin origin =
                RunOrigin.ofEpoch(checkpoint.nextRun(), segment.firstPosition(), segment.endPosition(), now, now);
        EpochSegment records = new EpochSegment(
                segment.page(),
                (int) (segment.firstPosition() - segment.basePosition()),
                (int) (segment.endPosition() - segment.basePosition()),
                catalog.count());
        EpochSorter sorter = new EpochSorter(storage(), () -> false);
        try (SortedEpoch sorted =
                sorter.sort(records, new CatalogOffsets(catalog), runFiles.path(origin.runId()), origin)) {
            sorted.advance();
            if (sorted.run().queues() > 0) {
                runs.add(sorted.run());
            } else {
                RunMaintenance.discarded(sorted.run());
            }
        }
        checkpoint = new Checkpoint(
                checkpoint.sequence(), checkpoint.epochBytes(), next, checkpoint.nextRun() + 1, checkpoint.runs());
    }

    private void deleteStrangers() throws IOException {
        for (Path unfinished : runFiles.unfinished()) {
            config.files().delete(unfinished);
        }
        Set<Long> known = new HashSet<>(checkpoint.runs());
        for (long id : runFiles.ids()) {
            if (!known.contains(id)) {
                LOG.info("deleting a run that no checkpoint knows: file={}", runFiles.path(id));
                config.files().delete(runFiles.path(id));
            }
        }
    }

    private QueueException refused(WalException e) {
        QueueException.Reason reason =
                switch (e.reason()) {
                    case CORRUPT -> QueueException.Reason.CORRUPT;
                    case IN_USE -> QueueException.Reason.IN_USE;
                    case DISK_FULL -> QueueException.Reason.DISK_FULL;
                    default -> QueueException.Reason.IO;
                };
        return new QueueException(reason, "cannot open the journal: " + e.getMessage(), e);
    }
}
