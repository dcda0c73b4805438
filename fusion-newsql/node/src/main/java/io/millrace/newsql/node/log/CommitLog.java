package io.millrace.newsql.node.log;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.memory.StorageFiles;
import io.millrace.newsql.node.ChangeReader;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.wal.Durability;
import io.millrace.wal.LogReader;
import io.millrace.wal.WalConfig;
import io.millrace.wal.WalException;
import io.millrace.wal.WriteAheadLog;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Commits in a write-ahead log. A commit's position is that of the last record of its unit, so that it is on the device when that record is.
 *
 * <p><b>Durability.</b> What {@link #whenDurable} says. What was appended and not yet asked for may be gone with the process. <b>Threads.</b> {@link #append} and {@link #truncate} for
 * one, the rest safe. <b>Errors.</b> {@link StoreException}.
 */
public final class CommitLog implements AutoCloseable {

    /** How long a commit waits for a slow disk to make a segment: the writer stands still meanwhile, and the queue before it fills. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path directory;
    private final WriteAheadLog log;
    private final UnitWriter units = new UnitWriter();

    private CommitLog(Path directory, WriteAheadLog log) {
        this.directory = directory;
        this.log = log;
    }

    /** Opens the log; all that it holds is on the device then. */
    public static CommitLog open(Path directory, int segmentBytes, StorageFiles files, MeterRegistry meters) {
        // Written into space that is on the device already, so that a force brings bytes and nothing else there; and
        // forced when asked, so that one force covers a whole group.
        WalConfig config = WalConfig.defaults()
                .withDurability(Durability.SYNC)
                .withForcesUnasked(false)
                .withSegmentBytes(segmentBytes)
                .withAppendPatience(PATIENCE)
                .withCacheBytes(8L * segmentBytes)
                .withPinnedBytesMax(2L * segmentBytes)
                .withFiles(files)
                .withMeters(meters);
        try {
            WriteAheadLog log = WriteAheadLog.open(directory, config);
            log.sync();
            return new CommitLog(directory, log);
        } catch (WalException e) {
            throw storeException(e, directory);
        }
    }

    // ---- writing ----

    /** Appends a commit whole, or not at all; returns its position. Nothing is forced yet. */
    public long append(StoreBatch batch) {
        int length = units.write(batch);
        try {
            return length <= log.recordBytesMax()
                    ? log.append(UnitDescriptor.WHOLE, units.bytes(), 0, length)
                    : appendParts(units.bytes(), length);
        } catch (WalException e) {
            throw storeException(e, directory);
        }
    }

    /** If it ends half-way, what is there is void: it has no last part. */
    private long appendParts(byte[] bytes, int length) {
        int part = log.recordBytesMax();
        log.append(UnitDescriptor.FIRST, bytes, 0, part);
        int at = part;
        while (length - at > part) {
            log.append(UnitDescriptor.MIDDLE, bytes, at, part);
            at += part;
        }
        return log.append(UnitDescriptor.LAST, bytes, at, length - at);
    }

    /** Asks for a force that covers the commit; completes behind it, in the log's thread, or fails with {@link WalException}. */
    public CompletionStage<Void> whenDurable(long position) {
        return log.whenDurable(position);
    }

    /** As {@link #whenDurable}, forced by this thread: it is complete. */
    public CompletionStage<Void> forceHere(long position) {
        try {
            log.forceHere(position);
            return CompletableFuture.completedFuture(null);
        } catch (WalException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Whether the commit is on the device. */
    public boolean isDurable(long position) {
        return position < log.durablePosition();
    }

    /** Waits until the commit is on the device. */
    public void awaitDurable(long position) {
        try {
            log.awaitDurable(position);
        } catch (WalException e) {
            throw storeException(e, directory);
        }
    }

    /** Lets go of what lies before a commit, by whole files. */
    public void truncate(long before) {
        log.truncatePrefix(before);
    }

    /** Whether everything behind a commit is there; 0 stands for before the first. */
    public boolean has(long position) {
        return position == 0
                ? log.firstOrdinal() == 0
                : position >= log.startPosition() && position < log.tailPosition();
    }

    /** Bytes from a commit to the tail, as far as they are there. */
    public long bytesBehind(long position) {
        return Math.max(0, log.tailPosition() - Math.max(position, log.startPosition()));
    }

    /** Bytes from the first record to the tail. */
    public long bytes() {
        return log.tailPosition() - log.startPosition();
    }

    /** Gives: the segment that holds a commit that is on the device. For who appends. */
    public HeldSegment hold(long position) {
        try {
            return new HeldSegment(log.pin(position));
        } catch (WalException e) {
            throw storeException(e, directory);
        }
    }

    /** Why nothing is appended any more, or null. */
    public @Nullable String failure() {
        return log.failure();
    }

    // ---- replay ----

    /** What a replay gives. */
    @FunctionalInterface
    public interface Replay {

        /** A commit, whole, in the order of positions. */
        void commit(long position, StoreBatch batch);
    }

    /**
     * Gives every whole commit behind a position, 0 for all that ever were.
     *
     * @throws StoreException with {@code CORRUPT} if the log does not have that position any more, or never had
     */
    public void replay(long after, Replay replay) {
        checkReach(after);
        try (LogReader reader = log.read(after == 0 ? log.startPosition() : after)) {
            if (after != 0 && (!reader.next() || reader.position() != after)) {
                throw unreachable(after);
            }
            ByteArrayOutputStream parts = null;
            while (reader.next()) {
                byte[] bytes = payload(reader);
                switch (reader.type()) {
                    case UnitDescriptor.WHOLE -> {
                        parts = null;
                        replay.commit(reader.position(), UnitReader.read(bytes, reader.position()));
                    }
                    case UnitDescriptor.FIRST -> parts = started(bytes);
                    case UnitDescriptor.MIDDLE -> add(parts, bytes, reader.position());
                    case UnitDescriptor.LAST -> {
                        byte[] unit = add(parts, bytes, reader.position()).toByteArray();
                        parts = null;
                        replay.commit(reader.position(), UnitReader.read(unit, reader.position()));
                    }
                    default -> throw new StoreException(
                            Reason.UNSUPPORTED,
                            "record of an unknown type in the log: type=" + reader.type() + ", position="
                                    + reader.position() + ", directory=" + directory);
                }
            }
        } catch (WalException e) {
            throw storeException(e, directory);
        }
    }

    private void checkReach(long after) {
        if (!has(after)) {
            throw unreachable(after);
        }
    }

    private StoreException unreachable(long after) {
        return new StoreException(
                Reason.CORRUPT,
                "the data files and the log do not belong together: data up to position " + after + ", log from "
                        + log.startPosition() + " to " + log.tailPosition() + ", directory=" + directory
                        + " (restore both from one backup)");
    }

    private static byte[] payload(LogReader reader) {
        byte[] bytes = new byte[reader.length()];
        reader.record().getBytes(reader.record().readerIndex(), bytes);
        return bytes;
    }

    private static ByteArrayOutputStream started(byte[] first) {
        ByteArrayOutputStream parts = new ByteArrayOutputStream(2 * first.length);
        parts.writeBytes(first);
        return parts;
    }

    private ByteArrayOutputStream add(@Nullable ByteArrayOutputStream parts, byte[] bytes, long position) {
        if (parts == null) {
            throw new StoreException(
                    Reason.CORRUPT,
                    "part of a commit without its first: position=" + position + ", directory=" + directory);
        }
        parts.writeBytes(bytes);
        return parts;
    }

    // ---- for followers ----

    /**
     * Gives: the events of the commits behind a position, 0 for all that ever were.
     *
     * @throws StoreException with {@code LOST} if the log does not have that position any more, or never had
     */
    public ChangeReader events(long after) {
        LogReader reader = log.read(after == 0 ? log.startPosition() : after);
        boolean given = false;
        try {
            if (!has(after) || after != 0 && (!reader.next() || reader.position() != after)) {
                throw lost(after, null);
            }
            given = true;
            return new EventReader(this, reader);
        } catch (WalException e) {
            throw e.reason() == WalException.Reason.NO_RECORD ? lost(after, e) : failure(e);
        } finally {
            if (!given) {
                reader.close();
            }
        }
    }

    private StoreException lost(long after, @Nullable WalException cause) {
        return new StoreException(
                Reason.LOST,
                "the log does not have what comes behind position " + after + ": it goes from " + log.startPosition()
                        + " to " + log.tailPosition() + "; copy the store and follow it from there",
                cause);
    }

    // ---- the end ----

    /** Puts everything on the device and closes. */
    @Override
    public void close() {
        try {
            log.close();
        } catch (WalException e) {
            throw storeException(e, directory);
        }
    }

    /** The same, in the store's words. */
    public StoreException failure(WalException e) {
        return storeException(e, directory);
    }

    private static StoreException storeException(WalException e, Path directory) {
        Reason reason =
                switch (e.reason()) {
                    case CORRUPT -> Reason.CORRUPT;
                    case BACKPRESSURE, MEMORY -> Reason.BUSY;
                    case DISK_FULL -> Reason.DISK_FULL;
                    case FAILED, NO_RECORD, INTERRUPTED -> Reason.FAILED;
                    case CLOSED -> Reason.CLOSED;
                    case IN_USE -> Reason.IN_USE;
                    case UNSUPPORTED -> Reason.UNSUPPORTED;
                    case IO -> Reason.IO;
                };
        return new StoreException(reason, "log of the store: " + e.getMessage() + ", directory=" + directory, e);
    }
}
