package io.millrace.newsql.node;

import io.millrace.memory.StorageFiles;
import io.millrace.newsql.node.backup.BackupMark;
import io.millrace.newsql.node.backup.StoreBackup;
import io.millrace.newsql.node.change.LoggedChanges;
import io.millrace.newsql.node.commit.StoreWriter;
import io.millrace.newsql.node.commit.WriterSettings;
import io.millrace.newsql.node.log.CommitLog;
import io.millrace.newsql.node.store.Tables;
import io.millrace.newsql.node.store.WriteGroup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ordered store in a directory: {@code data/} is RocksDB's, {@code log/} the write-ahead log that is in front of it and tells of its changes.
 *
 * <pre>{@code
 * try (OrderedStore store = NodeStore.open(directory, StoreConfig.defaults())) {
 *     store.commit(new StoreBatch().put(KeySpace.ROWS, key, value)).toCompletableFuture().join();
 * }
 * }</pre>
 *
 * <p><b>Durability, threads, errors.</b> As {@link OrderedStore} says. Completions run in a thread of the store's log: what hangs on them must be short, and must not wait for the store.
 */
public final class NodeStore implements OrderedStore {

    private static final Logger LOG = LoggerFactory.getLogger(NodeStore.class);

    /** Replayed commits become visible in groups of so many bytes. */
    private static final long REPLAY_GROUP_BYTES = 4 << 20;

    private final Path directory;
    private final CommitLog log;
    private final Tables tables;
    private final StoreWriter writer;
    private final StoreBackup backup;
    private final LoggedChanges changes;
    private boolean closed; // guarded by this

    private NodeStore(Path directory, CommitLog log, Tables tables, StoreWriter writer) {
        this.directory = directory;
        this.log = log;
        this.tables = tables;
        this.writer = writer;
        this.backup = new StoreBackup(directory, writer);
        this.changes = new LoggedChanges(writer, log, tables);
    }

    /**
     * Opens the store in a directory, which is made if there is none, and replays what its log holds beyond its files.
     *
     * @throws StoreException with {@code CORRUPT}, which names the file, {@code IN_USE} by another process, {@code UNSUPPORTED}, {@code DISK_FULL} or {@code IO}
     */
    public static NodeStore open(Path directory, StoreConfig config) {
        return open(directory, config, StorageFiles.local());
    }

    /** Opens it with a log whose files a test plays. */
    static NodeStore open(Path directory, StoreConfig config, StorageFiles logFiles) {
        long begun = System.nanoTime();
        long copied = BackupMark.check(directory);
        // First the log: its lock is the directory's.
        CommitLog log = CommitLog.open(directory.resolve("log"), config.logSegmentBytes(), logFiles, config.meters());
        Tables tables = null;
        boolean opened = false;
        try {
            deleteLeftovers(directory);
            tables = Tables.open(
                    directory.resolve("data"),
                    directory.resolve("native"),
                    config.cacheBytes(),
                    config.memtableBytes());
            long flushed = tables.position();
            long position = replay(log, tables, flushed, config.memtableBytes() / 2);
            WriterSettings settings = new WriterSettings(
                    config.memtableBytes(),
                    config.queuedCommits(),
                    config.queuedBytes(),
                    config.changeBytesMax(),
                    config.meters());
            StoreWriter writer = new StoreWriter(log, tables, settings, position);
            writer.start();
            opened = true;
            NodeStore store = new NodeStore(directory, log, tables, writer);
            store.removeCopied(copied);
            LOG.info(
                    "store opened: directory={}, position={}, replayed from {}, millis={}",
                    directory,
                    position,
                    flushed,
                    (System.nanoTime() - begun) / 1_000_000);
            return store;
        } finally {
            if (!opened) {
                closeAll(tables, log);
            }
        }
    }

    private void removeCopied(long backup) {
        try {
            changes.removeCopied(backup);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static void deleteLeftovers(Path directory) {
        try {
            StoreBackup.deleteLeftovers(directory);
        } catch (IOException e) {
            throw new StoreException(
                    StoreException.Reason.IO,
                    "rest of a backup cannot be deleted: directory=" + directory + ": " + e,
                    e);
        }
    }

    private static void closeAll(@Nullable Tables tables, CommitLog log) {
        try (log) {
            if (tables != null) {
                tables.close();
            }
        }
    }

    /** Everything in the log is on the device by now, so that memtables may become files at any time. Returns the position of the last commit. */
    private static long replay(CommitLog log, Tables tables, long flushed, long memtableBytes) {
        try (WriteGroup group = tables.newGroup()) {
            long[] reached = {flushed};
            log.replay(flushed, (position, batch) -> {
                group.add(batch);
                reached[0] = position;
                if (group.bytes() >= REPLAY_GROUP_BYTES) {
                    apply(tables, group, position, memtableBytes);
                }
            });
            if (reached[0] > flushed) {
                apply(tables, group, reached[0], memtableBytes);
            }
            return reached[0];
        }
    }

    private static void apply(Tables tables, WriteGroup group, long position, long memtableBytes) {
        tables.apply(group, position);
        group.clear();
        if (tables.activeBytes() >= memtableBytes) {
            tables.flush(true);
        }
    }

    // ---- reading ----

    @Override
    public byte @Nullable [] get(KeySpace space, byte[] key) {
        return tables.get(space, key);
    }

    @Override
    public int read(KeySpace space, ByteBuffer key, ByteBuffer value) {
        return tables.read(space, key, value);
    }

    @Override
    public StoreSnapshot snapshot() {
        return tables.snapshot();
    }

    // ---- writing ----

    @Override
    public CompletionStage<Long> commit(StoreBatch batch) {
        return writer.commit(batch);
    }

    @Override
    public CompletionStage<Long> commit(StoreDecision decision, long bytes) {
        return writer.commit(decision, bytes);
    }

    @Override
    public long position() {
        return writer.position();
    }

    @Override
    public CompletionStage<Void> whenDurable(long position) {
        if (position > writer.position()) {
            throw new IllegalArgumentException("position: " + position + " (expected: <= " + writer.position() + ")");
        }
        if (log.isDurable(position)) {
            return CompletableFuture.completedFuture(null);
        }
        return log.whenDurable(position);
    }

    /** The events of its commits, for those who follow them. */
    public ChangeLog changes() {
        return changes;
    }

    // ---- how it is ----

    /** Whether a commit would be taken now: not after a {@link #failure}, once closed, or while the disk is full. */
    public boolean isWritable() {
        return writer.isWritable();
    }

    /** What ended writing for good, to be shown to who operates it; null while it goes on. Reads go on, but none of what is not known to be on the device is to be told. */
    public @Nullable String failure() {
        return writer.failure();
    }

    /** Free bytes of the disk that it is on. */
    public long usableBytes() {
        return tables.usableBytes();
    }

    // ---- backup ----

    /**
     * Copies the store into a directory while reads and writes go on: what {@link #open} then opens is the store as it was at one position. Data files on the same file system are
     * linked, not copied. Commits wait while the rest of the memtables becomes a file, which is short.
     *
     * <p><b>Threads.</b> Works in the caller's, one at a time; must not be a completion of the store. <b>Durability.</b> All of the copy is on the device when it returns. After a failure, or a
     * process that was killed, nothing in the target opens.
     *
     * @param target is made, or an empty directory, outside of the store's own
     * @throws StoreException with {@code TARGET_EXISTS}, {@code BUSY} while another one is being made, {@code DISK_FULL}, {@code IO}, {@code FAILED} or {@code CLOSED}
     */
    public BackupResult backup(Path target, BackupProgress progress) {
        return backup.run(target, progress);
    }

    // ---- the end ----

    /** Finishes what was taken, puts it into files and lets go of the directory; a second close does nothing. Snapshots that are open fail from here on. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        backup.close();
        writer.close();
        try (log;
                tables) {
            flush();
        }
        LOG.info("store closed: directory={}, position={}", directory, writer.position());
    }

    /** So that the next opening replays nothing; if it cannot be, the log has it. */
    private void flush() {
        try {
            if (writer.position() > 0) {
                log.awaitDurable(writer.position());
                if (tables.usableBytes() > 2 * tables.memtableBytes()) {
                    tables.flush(true);
                }
            }
        } catch (StoreException e) {
            LOG.warn("store closed without a flush: directory={}, {}", directory, e.getMessage());
        }
    }
}
