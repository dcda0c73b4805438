package io.millrace.wal;

import io.millrace.memory.PageArena;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.page.PinnedPage;
import io.millrace.wal.page.SegmentCursor;
import io.millrace.wal.page.SegmentPages;
import io.millrace.wal.recovery.SuffixCut;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentSupply;
import io.millrace.wal.segment.SegmentTable;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A write-ahead log in a directory: records are appended at its tail, read in order or by position, and truncated from either end.
 *
 * <pre>{@code
 * try (WriteAheadLog log = WriteAheadLog.open(directory, WalConfig.defaults())) {
 *     long position = log.append(record);
 *     log.awaitDurable(position);
 * }
 * }</pre>
 *
 * <p><b>Shape.</b> A position is a byte address, a {@code long} that grows from record to record; a record has a type, 16 to 255, and 0 to
 * {@link #recordBytesMax()} bytes. <b>Units.</b> Bytes.
 *
 * <p><b>Ownership.</b> Appends borrow; what reads give says so. <b>Threads.</b> Safe. A record is visible to readers when its append returns.
 *
 * <p><b>Durability.</b> What {@link WalConfig#durability()} says when an append returns; on the device once {@link #awaitDurable} or {@link #whenDurable} says so.
 *
 * <p><b>Errors.</b> {@link WalException} with a reason; {@link IllegalArgumentException} for what a caller must not pass. After a failed append nothing was
 * appended. After {@code FAILED} reads go on, and nothing else does.
 */
public final class WriteAheadLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WriteAheadLog.class);

    /** How long a close waits for claims that nobody settles. */
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

    private final Path directory;
    private final WalConfig config;
    private final SegmentListener listener;
    private final WalEnvironment environment;
    private final int recordBytesMax;
    private volatile LogParts parts;
    private boolean closed; // guarded by this

    private WriteAheadLog(
            Path directory, WalConfig config, SegmentListener listener, WalEnvironment environment, LogParts parts) {
        this.directory = directory;
        this.config = config;
        this.listener = listener;
        this.environment = environment;
        this.parts = parts;
        this.recordBytesMax = parts.geometry.recordBytesMax() - WalRecord.ALIGNMENT;
    }

    /**
     * Opens the log in a directory, which is made if there is none, and recovers what it holds.
     *
     * @throws WalException with {@code CORRUPT} if bytes that were on the device are wrong, {@code IN_USE}, {@code UNSUPPORTED}, {@code DISK_FULL} or {@code IO}
     */
    public static WriteAheadLog open(Path directory, WalConfig config) {
        return open(directory, config, ListenerEvents.NONE);
    }

    /** Opens the log and tells of its segments from here on; of the one that it goes on with before this returns. */
    public static WriteAheadLog open(Path directory, WalConfig config, SegmentListener listener) {
        return open(directory, config, listener, WalEnvironment.local());
    }

    /** Opens the log as {@link #open(Path, WalConfig, SegmentListener)} does, on a machine that a test plays. */
    public static WriteAheadLog open(
            Path directory, WalConfig config, SegmentListener listener, WalEnvironment environment) {
        LogParts parts = openParts(directory, config, listener, environment, null);
        return new WriteAheadLog(directory, config, listener, environment, parts);
    }

    private static LogParts openParts(
            Path directory,
            WalConfig config,
            SegmentListener listener,
            WalEnvironment environment,
            @Nullable DirectoryLock held) {
        try {
            LogParts parts = new LogParts(directory, config, listener, environment, held);
            parts.supply.start();
            parts.committer.start();
            LOG.info("log opened: directory={}, {}", directory, parts.recovery);
            return parts;
        } catch (IOException e) {
            Reason reason = SegmentSupply.saysFull(e) ? Reason.DISK_FULL : Reason.IO;
            throw new WalException(reason, "log cannot be opened: directory=" + directory, e);
        }
    }

    /** What opening found. */
    public RecoveryReport recovery() {
        return parts.recovery;
    }

    // ---- appending ----

    /** Borrows: appends the readable bytes, whose indexes stay, as a record of type {@link WalRecord#TYPE_MIN}; returns its position. */
    public long append(ByteBuf record) {
        return append(WalRecord.TYPE_MIN, record);
    }

    /** Borrows: appends the readable bytes, whose indexes stay; returns the record's position. */
    public long append(int type, ByteBuf record) {
        check(type, record.readableBytes());
        return parts.tail.append(type, record);
    }

    /** Appends a copy of {@code length} bytes; returns the record's position. */
    public long append(int type, byte[] bytes, int offset, int length) {
        check(type, length);
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return parts.tail.append(type, bytes, offset, length);
    }

    /** As {@link #appendAll(int, List)}, of type {@link WalRecord#TYPE_MIN}. */
    public long appendAll(List<ByteBuf> records) {
        return appendAll(WalRecord.TYPE_MIN, records);
    }

    /**
     * Borrows: appends the readable bytes of each as one unit: the records lie one behind the other, become visible together, and survive together or
     * not at all. Each follows the one before by {@link WalRecord#alignedLength}.
     *
     * @return position of the first
     * @throws IllegalArgumentException if there are none, or they take more than {@link #recordBytesMax()} together with their headers
     */
    public long appendAll(int type, List<ByteBuf> records) {
        long bytes = 0;
        for (ByteBuf record : records) {
            check(type, record.readableBytes());
            bytes += WalRecord.alignedLength(record.readableBytes());
        }
        if (bytes == 0 || bytes > recordBytesMax) {
            throw new IllegalArgumentException("unit of " + records.size() + " records: bytes=" + bytes
                    + " (expected: > 0 and <= " + recordBytesMax + ")");
        }
        return parts.tail.appendAll(type, records, (int) bytes);
    }

    /**
     * Claims the place of a record that the caller writes in place: {@code length} bytes from {@code into.index()}, then {@link RecordClaim#publish()}.
     * What it holds before is undefined only in that it may be zeros. Makes no object.
     *
     * @throws IllegalStateException if {@code into} holds a claim that is not settled
     */
    public void claim(int type, int length, RecordClaim into) {
        check(type, length);
        if (into.isOpen()) {
            throw new IllegalStateException("claim is not settled: position=" + into.position());
        }
        parts.tail.claim(type, length, into.claim);
    }

    /**
     * As {@link #claim}, but without waiting for a segment: false if there is no room now. For those who hold locks that a
     * wait must not be under: they give them back, {@link #awaitRoom()}, and try again.
     */
    public boolean tryClaim(int type, int length, RecordClaim into) {
        check(type, length);
        if (into.isOpen()) {
            throw new IllegalStateException("claim is not settled: position=" + into.position());
        }
        return parts.tail.tryClaim(type, length, into.claim);
    }

    /** Waits until there is room for a record, or fails as an append would. Others may take the room first. */
    public void awaitRoom() {
        parts.tail.awaitRoom();
    }

    /** Why the log takes no records any more, or null while it does. */
    public @Nullable String failure() {
        WalException ended = parts.tail.ended();
        return ended == null ? null : ended.getMessage();
    }

    private void check(int type, int length) {
        if (type < WalRecord.TYPE_MIN || type > WalRecord.TYPE_MAX) {
            throw new IllegalArgumentException("type of record: " + type + " (expected: " + WalRecord.TYPE_MIN + " to "
                    + WalRecord.TYPE_MAX + ")");
        }
        if (length < 0 || length > recordBytesMax) {
            throw new IllegalArgumentException(
                    "record too large: length=" + length + " (expected: 0 to " + recordBytesMax + ")");
        }
    }

    /** The most bytes of a record: a quarter of a segment, and less than 16 MiB. */
    public int recordBytesMax() {
        return recordBytesMax;
    }

    // ---- durability ----

    /**
     * Waits until the record is on the device, and with it every record before.
     *
     * @param position of a record that was appended
     * @throws WalException with {@code FAILED} if it never will be, {@code DISK_FULL} if it cannot be now
     */
    public void awaitDurable(long position) {
        checkAppended(position);
        parts.committer.awaitDurable(position);
    }

    /**
     * As {@link #awaitDurable}; this thread forces itself if no other is at it, so that none has to be woken for that: for a single writer who has nothing to do meanwhile. Continuations of
     * {@link #whenDurable} may run in it.
     */
    public void forceHere(long position) {
        checkAppended(position);
        parts.committer.forceHere(position);
    }

    /** As {@link #awaitDurable}, without waiting: one completion for all records of a commit group. Its continuations run in the log's thread: they must be short. */
    public CompletionStage<Void> whenDurable(long position) {
        checkAppended(position);
        return parts.committer.whenDurable(position);
    }

    private void checkAppended(long position) {
        if (position >= parts.tail.position()) {
            throw new IllegalArgumentException(
                    "no record was appended there: position=" + position + " (tail: " + parts.tail.position() + ")");
        }
    }

    /** Puts everything appended so far on the device. */
    public void sync() {
        long end = parts.tail.position();
        if (parts.committer.durable() < end) {
            parts.committer.awaitDurable(end - 1);
        }
    }

    // ---- positions ----

    /** Position of the first record, or of the next if there is none. */
    public long startPosition() {
        return parts.startPosition();
    }

    /** Position behind the last claimed record. */
    public long tailPosition() {
        return parts.tail.position();
    }

    /** Position below which everything is on the device. */
    public long durablePosition() {
        return parts.committer.durable();
    }

    /** Position below which everything is published: as far as the committer has seen, which is at most a nap behind. */
    public long publishedPosition() {
        SegmentTable table = parts.table;
        for (Segment segment : table.all()) {
            if (!segment.isComplete()) {
                return segment.base() + segment.published();
            }
        }
        return table.last().base() + table.last().published();
    }

    // ---- ordinals ----

    /** Ordinal of the first record, or of the next if there is none: so many records the log had before. */
    public long firstOrdinal() {
        return parts.ordinals.first();
    }

    /** Ordinal that the next record will have, counted from 0 at the log's very first record; records that are claimed and not published do not count yet. */
    public long nextOrdinal() {
        return parts.ordinals.next();
    }

    /**
     * Position of the n-th record. The first look into a segment walks it, later ones walk at most 64 KiB and a record; appends cost nothing more for it.
     *
     * @param ordinal records of callers before it, counted from 0 at the log's very first record, truncated ones too. After a repair, or a crash that lost every seal behind a
     *     truncation, counting may begin lower
     * @throws WalException with {@code NO_RECORD} if it was truncated away, or is not published yet
     */
    public long positionOf(long ordinal) {
        if (ordinal < 0) {
            throw new IllegalArgumentException("ordinal: " + ordinal + " (expected: >= 0)");
        }
        return parts.ordinals.positionOf(ordinal);
    }

    // ---- reading ----

    /**
     * Gives: a reader whose first record is the one at {@code from}: a position that an append returned, or at most {@link #startPosition()}.
     *
     * @throws WalException with {@code NO_RECORD} from its first {@link LogReader#next()}, if the log no longer has that position
     */
    public LogReader read(long from) {
        return new LogReader(new SegmentCursor(parts.table, parts.windows, from));
    }

    /**
     * Gives: the payload of the record at a position, without a copy, until released.
     *
     * @throws WalException with {@code NO_RECORD} if no record is published there
     */
    public ByteBuf at(long position) {
        try (LogReader reader = read(position)) {
            if (!reader.next() || reader.position() != position) {
                throw noRecord(position);
            }
            return reader.page().slice(reader.index(), reader.length());
        }
    }

    /**
     * Gives: the whole segment that holds a position, in memory until closed.
     *
     * @throws WalException with {@code NO_RECORD} if the log does not have it, {@code MEMORY} if there is no room or too much is pinned
     */
    public LogSegment pin(long position) {
        Segment segment = parts.table.find(parts.geometry.numberOf(position));
        PinnedPage pinned = segment == null ? null : parts.windows.pin(segment);
        if (segment == null || pinned == null) {
            throw noRecord(position);
        }
        return new LogSegment(segment, pinned.page(), pinned::close);
    }

    private WalException noRecord(long position) {
        return new WalException(
                Reason.NO_RECORD,
                "no record there: position=" + position + " (start: " + startPosition() + ", tail: " + tailPosition()
                        + ")");
    }

    // ---- truncation ----

    /**
     * Lets go of the segments that lie wholly before a position, of those not sealed yet a moment later; their files are used again. Who has pinned one keeps its
     * memory. After a crash segments may be back that were let go of shortly before.
     */
    public void truncatePrefix(long before) {
        parts.truncation.before(Math.max(0, before));
    }

    /**
     * Removes every record at a position and behind. Nobody may append, claim or read meanwhile, and readers, pins and positions from there on are void. The log is closed and
     * opened again: the listener is told of its last segment again.
     *
     * @param after where a record starts, or {@link #tailPosition()}
     * @throws IllegalArgumentException if no record starts there
     * @throws WalException if it fails in between: the log is closed then, and ends somewhere between {@code after} and its old end
     */
    public synchronized void truncateSuffix(long after) {
        if (closed) {
            throw new WalException(Reason.CLOSED, "log is closed");
        }
        if (after < startPosition() || after > tailPosition()) {
            throw new IllegalArgumentException(
                    "position: " + after + " (expected: " + startPosition() + " to " + tailPosition() + ")");
        }
        DirectoryLock held = parts.lock;
        boolean reopened = false;
        try {
            shutDown(parts);
            IllegalArgumentException refusal = cut(after);
            parts = openParts(directory, config, listener, environment, held);
            reopened = true;
            if (refusal != null) {
                throw refusal;
            }
        } finally {
            closed = !reopened;
            if (closed) {
                unlock(held);
            }
        }
    }

    private @Nullable IllegalArgumentException cut(long after) {
        LogParts old = parts;
        try (PageArena memory = PageArena.create(old.geometry.segmentBytes())) {
            SegmentPages pages =
                    new SegmentPages(memory, config.files(), old.geometry.segmentBytes(), false, Integer.MAX_VALUE);
            new SuffixCut(old.directory, old.geometry, pages, environment.epochs()).cut(after);
            return null;
        } catch (IllegalArgumentException noRecordThere) {
            return noRecordThere;
        } catch (IOException e) {
            throw new WalException(Reason.IO, "log not truncated: after=" + after, e);
        }
    }

    // ---- the end ----

    /** Puts everything on the device and closes; a second close does nothing. Who still reads keeps the memory. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            shutDown(parts);
        } finally {
            unlock(parts.lock);
        }
    }

    private static void unlock(DirectoryLock lock) {
        try {
            lock.close();
        } catch (IOException e) {
            throw new WalException(Reason.IO, "lock not released", e);
        }
    }

    private void shutDown(LogParts open) {
        open.tail.end(new WalException(Reason.CLOSED, "log is closed"));
        boolean settled = false;
        try {
            settled = open.committer.close(CLOSE_PATIENCE);
        } catch (IOException e) {
            throw new WalException(Reason.IO, "log closed, but not durable: durable=" + open.committer.durable(), e);
        } finally {
            release(open, settled);
        }
    }

    private void release(LogParts open, boolean settled) {
        open.supply.close();
        open.meters.forEach(config.meters()::remove);
        try {
            open.windows.close();
            if (settled) {
                LogParts.closeAll(open.table.all());
            } else {
                LOG.error("a claim was never settled; its memory is left alone: tail={}", open.tail.position());
            }
        } catch (IOException e) {
            throw new WalException(Reason.IO, "log not closed", e);
        }
        if (config.arena() == null) {
            closeArena(open.arena);
        }
    }

    private static void closeArena(PageArena arena) {
        try {
            arena.close();
        } catch (IllegalStateException readersAreLeft) {
            LOG.debug("pages are out after a close: {}", readersAreLeft.getMessage());
        }
    }
}
