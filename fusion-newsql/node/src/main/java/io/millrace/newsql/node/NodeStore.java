package io.millrace.newsql.node;

import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.newsql.node.commit.StoreWriter;
import io.millrace.newsql.node.commit.WriterSettings;
import io.millrace.newsql.node.log.CommitLog;
import io.millrace.newsql.node.store.Tables;
import io.millrace.newsql.node.store.WriteGroup;
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
    private boolean closed; // guarded by this

    private NodeStore(Path directory, CommitLog log, Tables tables, StoreWriter writer) {
        this.directory = directory;
        this.log = log;
        this.tables = tables;
        this.writer = writer;
    }

    /**
     * Opens the store in a directory, which is made if there is none, and replays what its log holds beyond its files.
     *
     * @throws StoreException with {@code CORRUPT}, which names the file, {@code IN_USE} by another process, {@code UNSUPPORTED}, {@code DISK_FULL} or {@code IO}
     */
    public static NodeStore open(Path directory, StoreConfig config) {
        long begun = System.nanoTime();
        // First the log: its lock is the directory's.
        CommitLog log = CommitLog.open(directory.resolve("log"), config.logSegmentBytes(), config.meters());
        Tables tables = null;
        boolean opened = false;
        try {
            tables = Tables.open(directory.resolve("data"), config.cacheBytes());
            long flushed = tables.position();
            long position = replay(log, tables, flushed, config.memtableBytes() / 2);
            WriterSettings settings = new WriterSettings(
                    config.memtableBytes(),
                    config.queuedCommits(),
                    config.queuedBytes(),
                    COMMIT_BYTES_MAX,
                    config.meters());
            StoreWriter writer = new StoreWriter(log, tables, settings, position);
            writer.start();
            opened = true;
            LOG.info(
                    "store opened: directory={}, position={}, replayed from {}, millis={}",
                    directory,
                    position,
                    flushed,
                    (System.nanoTime() - begun) / 1_000_000);
            return new NodeStore(directory, log, tables, writer);
        } finally {
            if (!opened) {
                closeAll(tables, log);
            }
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
    public StoreSnapshot snapshot() {
        return tables.snapshot();
    }

    // ---- writing ----

    @Override
    public CompletionStage<Long> commit(StoreBatch batch) {
        for (StoreBatch.Write write : batch.writes()) {
            check(write);
        }
        for (StoreBatch.Requirement required : batch.requirements()) {
            checkKey(required.space(), required.key());
        }
        return writer.commit(batch);
    }

    private static void check(StoreBatch.Write write) {
        checkKey(write.space(), write.key());
        byte[] value = write.value();
        if (value != null && value.length > VALUE_BYTES_MAX) {
            throw new IllegalArgumentException("value too large: length=" + value.length + " (expected: <= "
                    + VALUE_BYTES_MAX + "), space=" + write.space());
        }
    }

    private static void checkKey(KeySpace space, byte[] key) {
        if (key.length == 0 || key.length > KEY_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "length of a key: " + key.length + " (expected: 1 to " + KEY_BYTES_MAX + "), space=" + space);
        }
        if (space == KeySpace.META) {
            throw new IllegalArgumentException("space: META (expected: another; this one is the store's own)");
        }
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

    // ---- the end ----

    /** Finishes what was taken, puts it into files and lets go of the directory; a second close does nothing. Snapshots that are open fail from here on. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
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
            if (e.reason() == Reason.CORRUPT) {
                throw e;
            }
            LOG.warn("store closed without a flush: directory={}, {}", directory, e.getMessage());
        }
    }
}
