package io.millrace.newsql.node.backup;

import io.millrace.newsql.node.BackupProgress;
import io.millrace.newsql.node.BackupResult;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.newsql.node.commit.StoreCheckpoint;
import io.millrace.newsql.node.commit.StoreWriter;
import io.millrace.newsql.node.log.HeldSegment;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes backups of an open store, one at a time.
 *
 * <pre>
 *   target marked ─► flush ─► [writer stands: rest flushed, files linked beside the store, segment held] ─► log and data copied, forced ─► mark taken off
 * </pre>
 *
 * <p><b>Threads.</b> Safe; works in its caller's. <b>Errors.</b> {@link StoreException}; whatever ends a backup, its target is emptied, or at worst does not open.
 */
public final class StoreBackup {

    private static final Logger LOG = LoggerFactory.getLogger(StoreBackup.class);

    /** Beside the store's data, so that links work. RocksDB writes it under a longer name first. */
    private static final List<String> STAGING = List.of("checkpoint", "checkpoint.tmp");

    /** Less is as good as nothing, to whoever reports why a file could not be written. */
    private static final long LITTLE_BYTES = 1 << 20;

    private final Path directory;
    private final StoreWriter writer;
    private final ReentrantLock turn = new ReentrantLock();
    private volatile boolean closed;

    public StoreBackup(Path directory, StoreWriter writer) {
        this.directory = directory.toAbsolutePath().normalize();
        this.writer = writer;
    }

    /** Deletes what a killed process left in a store's directory. For who has the directory's lock. */
    public static void deleteLeftovers(Path directory) throws IOException {
        for (String name : STAGING) {
            Folders.delete(directory.resolve(name));
        }
    }

    /** As {@link io.millrace.newsql.node.NodeStore#backup} says. */
    public BackupResult run(Path target, BackupProgress progress) {
        Path to = target.toAbsolutePath().normalize();
        if (to.startsWith(directory) || directory.startsWith(to)) {
            throw new IllegalArgumentException(
                    "target of a backup: " + to + " (expected: outside of the store's directory " + directory + ")");
        }
        if (turn.isHeldByCurrentThread() || !turn.tryLock()) {
            throw new StoreException(Reason.BUSY, "another backup is being made: directory=" + directory);
        }
        try {
            return make(to, (bytes, bytesTotal) -> told(progress, bytes, bytesTotal));
        } catch (IOException e) {
            throw failure(to, e);
        } finally {
            turn.unlock();
        }
    }

    private void told(BackupProgress progress, long bytes, long bytesTotal) {
        if (closed) {
            throw new StoreException(Reason.CLOSED, "the store is closed; the backup was not finished");
        }
        progress.copied(bytes, bytesTotal);
    }

    private BackupResult make(Path to, BackupProgress progress) throws IOException {
        long begun = System.nanoTime();
        BackupTarget target = BackupTarget.take(to);
        boolean complete = false;
        try {
            BackupResult result = fill(target, progress);
            target.complete(result);
            complete = true;
            LOG.info("backup made: target={}, {}, millis={}", to, result, (System.nanoTime() - begun) / 1_000_000);
            return result;
        } finally {
            if (!complete) {
                target.discard();
            }
            deleteStaging();
        }
    }

    private void deleteStaging() {
        try {
            deleteLeftovers(directory);
        } catch (IOException e) {
            LOG.warn("rest of a backup is left until the store is opened again: directory={}", directory, e);
        }
    }

    private BackupResult fill(BackupTarget target, BackupProgress progress) throws IOException {
        deleteLeftovers(directory);
        // Most of what is in memory goes to files while the writer writes: it stands still for the rest only.
        writer.flushBefore();
        Path staging = directory.resolve(STAGING.get(0));
        StoreCheckpoint checkpoint = writer.checkpoint(staging);
        int count = 0;
        long logBytes = 0;
        try (HeldSegment segment = checkpoint.segment()) {
            if (segment != null) {
                segment.writeTo(target.log());
                logBytes = segment.bytes();
                count = 1;
            }
        }
        List<Path> files = Folders.files(staging);
        long bytes = logBytes;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        new FolderCopy(progress, logBytes, bytes).copy(files, target.data());
        return new BackupResult(checkpoint.position(), count + files.size(), bytes);
    }

    /** Ends the backup that is being made, and waits until it has taken back what it made. */
    public void close() {
        closed = true;
        turn.lock();
        turn.unlock();
    }

    private static StoreException failure(Path to, IOException e) {
        // By now the room that the backup had taken is free again: the system's words count first.
        Reason reason = saysFull(e) || isFull(to) ? Reason.DISK_FULL : Reason.IO;
        return new StoreException(reason, "backup not made: target=" + to + ": " + e, e);
    }

    private static boolean saysFull(IOException e) {
        String message = e.getMessage();
        return message != null && message.contains("No space left on device");
    }

    private static boolean isFull(Path to) {
        Path there = to;
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        try {
            FileStore disk = Files.getFileStore(there);
            return disk.getUsableSpace() < LITTLE_BYTES;
        } catch (IOException unknown) {
            return false;
        }
    }
}
