package io.millrace.queue;

import io.millrace.memory.PageArena;
import io.millrace.queue.append.AppendListener;
import io.millrace.queue.append.Appender;
import io.millrace.queue.append.SortTrouble;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.cursor.Cursors;
import io.millrace.queue.read.QueueReader;
import io.millrace.queue.recovery.CheckpointFile;
import io.millrace.queue.retention.Expiry;
import io.millrace.queue.run.RunReader;
import io.millrace.queue.run.RunStorage;
import io.millrace.wal.WalEnvironment;
import io.millrace.wal.WalException;
import io.millrace.wal.WriteAheadLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an open engine, put together in the order in which they need each other, and taken apart in reverse.
 *
 * <p>Memory is in two arenas, so that a journal that is behind takes no memory from the catalog: one of five epochs, one of
 * the rest.
 */
final class EngineParts {

    static final int EPOCHS = 5;

    /** What the log needs beside its segments: headers and blocks that it reads. */
    private static final long JOURNAL_EXTRA = 256 << 10;

    private static final int READERS_MAX = 256;
    private static final int READER_WINDOWS = 4;
    private static final int READ_AHEAD_MAX = 128 << 10;

    private final PageArena journalMemory;
    private final PageArena memory;
    private final Catalog catalog;
    private final Cursors cursors;
    private final StoredState state;
    private final WriteAheadLog log;
    private final Appender appender;
    private final ReaderPool readers;
    private final StoreChanges changes;
    private final EpochTurnover turnover;
    private final RunMaintenance maintenance;
    private final EngineMeters meters;

    static EngineParts open(Path directory, QueueConfig config, WalEnvironment environment, AppendListener listener) {
        try {
            return new EngineParts(directory, config, environment, listener);
        } catch (IOException e) {
            throw new QueueException(
                    QueueException.Reason.IO, "cannot open: " + e.getMessage() + ", directory=" + directory, e);
        }
    }

    private EngineParts(Path directory, QueueConfig config, WalEnvironment environment, AppendListener listener)
            throws IOException {
        long begun = System.nanoTime();
        RunFiles runFiles = new RunFiles(directory.resolve("runs"), config.files());
        StoreFolders.create(config.files(), directory);
        StoreFolders.create(config.files(), directory.resolve("journal"));
        StoreFolders.create(config.files(), runFiles.directory());
        long journalBytes = (long) EPOCHS * config.epochBytes() + JOURNAL_EXTRA;
        journalMemory = PageArena.create(journalBytes);
        memory = PageArena.create(config.memoryBytes() - journalBytes);
        catalog = new Catalog(memory, config.queuesMax(), config.patience());
        cursors = new Cursors(memory, config.patience());
        state = new StoredState(config.epochBytes());
        Opening opening =
                new Opening(directory, runFiles, config, environment, journalMemory, memory, catalog, cursors, state);
        boolean done = false;
        try {
            CheckpointFile checkpoints = new CheckpointFile(directory, config.files());
            log = opening.openLog(checkpoints);
            opening.recover(log);
            SortTrouble trouble = new SortTrouble();
            appender = new Appender(log, config.durability(), catalog, cursors, state, listener, trouble);
            changes = new StoreChanges(state, catalog, cursors, checkpoints, appender, log, opening.checkpoint());
            if (opening.hasMoved()) {
                changes.checkpoint();
            }
            meters = new EngineMeters(config.meters(), this, System.nanoTime() - begun);
            RunStorage storage = opening.storage();
            CatalogOffsets offsets = new CatalogOffsets(catalog);
            maintenance = new RunMaintenance(
                    state,
                    changes,
                    storage,
                    config.mergeBytesPerSecond(),
                    runFiles,
                    new Expiry(config.retention(), catalog),
                    offsets,
                    config.clock(),
                    meters);
            turnover = new EpochTurnover(
                    storage, runFiles, offsets, changes, config.clock(), maintenance::wake, meters, trouble);
            readers = new ReaderPool(
                    READERS_MAX,
                    config.patience().toNanos(),
                    () -> new QueueReader(
                            catalog, RunReader.create(memory, config.patience(), READER_WINDOWS, READ_AHEAD_MAX)));
            opening.begin(turnover);
            turnover.start();
            maintenance.start();
            done = true;
        } finally {
            if (!done) {
                opening.abandon();
            }
        }
    }

    Catalog catalog() {
        return catalog;
    }

    Cursors cursors() {
        return cursors;
    }

    Appender appender() {
        return appender;
    }

    ReaderPool readers() {
        return readers;
    }

    StoredState state() {
        return state;
    }

    long appendedBytes() {
        return log.tailPosition();
    }

    long journalBytes() {
        return log.tailPosition() - state.epochsStart();
    }

    void sync() {
        try {
            log.sync();
        } catch (WalException e) {
            throw new QueueException(QueueException.Reason.IO, "not on the device: " + e.getMessage(), e);
        }
    }

    QueueHealth health() {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("queues", Integer.toString(catalog.live()));
        details.put("runs", Integer.toString(state.runs().size()));
        details.put("journalBytes", Long.toString(journalBytes()));
        details.put("unsortedEpochs", Long.toString(turnover.backlog()));
        details.put("memoryBytes", Long.toString(usedBytes()));
        note(details, "sort", turnover.failure());
        note(details, "merge", maintenance.failure());
        String failure = log.failure();
        if (failure != null) {
            details.put("journal", failure);
        }
        return new QueueHealth(failure == null && turnover.failure() == null, details);
    }

    long usedBytes() {
        return journalMemory.usedBytes() + memory.usedBytes();
    }

    void close() {
        try {
            turnover.close();
            maintenance.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueueException(
                    QueueException.Reason.CLOSED,
                    "interrupted while closing; files stay open until the process ends",
                    e);
        }
        meters.close();
        readers.close();
        changes.close();
        state.close();
        log.close();
        cursors.close();
        catalog.close();
        memory.close();
        journalMemory.close();
    }

    private static void note(Map<String, String> details, String what, @Nullable Exception failure) {
        if (failure != null) {
            details.put(what, String.valueOf(failure.getMessage()));
        }
    }
}
