package io.millrace.newsql.node.commit;

import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.newsql.node.log.CommitLog;
import io.millrace.newsql.node.store.Tables;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when memtables become files, and lets go of the log behind them. <b>Threads.</b> The writer's.
 *
 * <pre>
 *  half of the memory is used ─► room on the disk? ─► wait for the log ─► flush begins ─► files have the position ─► log truncated
 *                                      └─ no: full; commits are refused until there is
 * </pre>
 */
final class MemtableTurn {

    private static final Logger LOG = LoggerFactory.getLogger(MemtableTurn.class);

    /** Room to leave for the log, manifests and the end of a compaction, beside that for the memtables. */
    private static final long RESERVE_BYTES = 4 << 20;

    private final CommitLog log;
    private final Tables tables;
    private final long activeBytesMax;

    /** RocksDB is asked for the size of its memtables when so much was written since the last time. */
    private final long askEvery;

    private final LogFollowers followers;

    private long writtenSinceAsked;
    private long flushedTo;
    private long flushingTo;
    private volatile boolean full;

    /** @param settings whose memory for memtables is half for those written to, half for those on their way to files */
    MemtableTurn(CommitLog log, Tables tables, WriterSettings settings) {
        this.log = log;
        this.tables = tables;
        this.followers = new LogFollowers(log, tables, settings.changeBytesMax());
        this.activeBytesMax = settings.memtableBytes() / 2;
        this.askEvery = Math.max(1, activeBytesMax / 16);
        this.writtenSinceAsked = askEvery;
    }

    /** Fails with {@code DISK_FULL} while what is in memory would find no room on the disk. */
    void checkRoom() {
        if (!full) {
            return;
        }
        long active = tables.activeBytes();
        long usable = tables.usableBytes();
        if (usable < active + RESERVE_BYTES) {
            throw new StoreException(
                    Reason.DISK_FULL,
                    "no room on the disk for the store's files: free=" + usable + " (expected: >= "
                            + (active + RESERVE_BYTES) + "); free some, the store goes on by itself");
        }
        full = false;
        LOG.info("room on the disk again: free={}", usable);
    }

    /** Whether commits are refused until there is room. */
    boolean isFull() {
        return full;
    }

    /** After each group, with the bytes that it wrote. */
    void afterGroup(long position, long bytes) {
        writtenSinceAsked += bytes;
        if (full || writtenSinceAsked < askEvery || position == 0) {
            return;
        }
        writtenSinceAsked = 0;
        if (tables.activeBytes() >= activeBytesMax) {
            beginUnlessFull(position);
        }
    }

    /** Begins to put everything into files, as it does by itself when enough is there. Returns whether it has: there must be room, and not too much under way. */
    boolean beginUnlessFull(long position) {
        long active = tables.activeBytes();
        long usable = tables.usableBytes();
        if (usable < active + RESERVE_BYTES) {
            full = true;
            writtenSinceAsked = askEvery;
            LOG.warn("disk full, commits are refused: free={}, needed={}", usable, active + RESERVE_BYTES);
            return false;
        }
        return begin(position);
    }

    /** Makes the state as it is a folder's; the writer stands still meanwhile. */
    StoreCheckpoint checkpoint(Path folder, long position) {
        checkRoom();
        if (position == 0) {
            tables.checkpoint(folder);
            return new StoreCheckpoint(0, null);
        }
        log.awaitDurable(position);
        tables.checkpoint(folder);
        return new StoreCheckpoint(position, log.hold(position));
    }

    private boolean begin(long position) {
        log.awaitDurable(position);
        try {
            tables.flush(false);
        } catch (StoreException e) {
            if (e.reason() != Reason.BUSY) {
                throw e;
            }
            writtenSinceAsked = askEvery; // The next group asks again.
            return false;
        }
        flushingTo = position;
        return true;
    }

    boolean isUnderWay() {
        return flushingTo > flushedTo;
    }

    long bytesBehind() {
        return followers.bytesBehind();
    }

    /** Lets go of the log that files have made needless, and nobody follows. */
    void look() {
        if (!isUnderWay()) {
            return;
        }
        long flushed = tables.flushedPosition();
        if (flushed > flushedTo) {
            flushedTo = flushed;
            log.truncate(followers.keptFrom(flushed));
        }
    }
}
