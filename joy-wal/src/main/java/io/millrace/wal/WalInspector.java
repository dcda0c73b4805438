package io.millrace.wal;

import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.page.SegmentPages;
import io.millrace.wal.recovery.LogFiles;
import io.millrace.wal.recovery.LogRepair;
import io.millrace.wal.recovery.LogScan;
import io.millrace.wal.segment.PageSource;
import io.millrace.wal.segment.SegmentDescriptor;
import io.millrace.wal.segment.SegmentDirectory;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the files of a log that is not open: what holds, what does not, what is in it; and repairs it.
 *
 * <pre>{@code
 * try (WalInspector inspector = WalInspector.open(directory)) {
 *     WalReport report = inspector.verify(WalProgress.NONE);
 *     if (!report.isSound()) {
 *         report = inspector.repair(WalProgress.NONE);      // what was lost is in report.damages()
 *     }
 * }
 * }</pre>
 *
 * <p><b>Units.</b> Bytes. <b>Ownership.</b> Holds the directory's lock until it is closed; memory of two segments during a call. <b>Threads.</b> One. <b>Durability.</b> Only a
 * repair changes anything, and all of that is on the device when it returns. <b>Errors.</b> {@link WalException} with {@code UNSUPPORTED} where segments differ in
 * version or size, {@code IO}; after either, the call can be made again.
 */
public final class WalInspector implements AutoCloseable {

    private final SegmentDirectory directory;
    private final WalEnvironment environment;
    private final @Nullable DirectoryLock lock;
    private final LogFiles found;

    private WalInspector(
            SegmentDirectory directory, WalEnvironment environment, @Nullable DirectoryLock lock, LogFiles found) {
        this.directory = directory;
        this.environment = environment;
        this.lock = lock;
        this.found = found;
    }

    /** Opens a log in the file system, as {@link #open(Path, StorageFiles)} does. */
    public static WalInspector open(Path directory) {
        return open(directory, StorageFiles.local());
    }

    /**
     * Opens a log for looking at.
     *
     * @throws WalException with {@code IN_USE} if somebody has it open, {@code NO_RECORD} if there is no directory, {@code UNSUPPORTED}, {@code IO}
     */
    public static WalInspector open(Path directory, StorageFiles files) {
        return open(directory, files, WalEnvironment.local());
    }

    static WalInspector open(Path path, StorageFiles files, WalEnvironment environment) {
        if (!files.exists(path)) {
            throw new WalException(Reason.NO_RECORD, "no log there: directory=" + path);
        }
        SegmentDirectory directory = new SegmentDirectory(files, path);
        try {
            // Without the file nobody has ever had it open.
            DirectoryLock lock =
                    files.exists(path.resolve(DirectoryLock.NAME)) ? DirectoryLock.take(files, path) : null;
            boolean opened = false;
            try {
                WalInspector inspector = new WalInspector(directory, environment, lock, LogFiles.find(directory));
                opened = true;
                return inspector;
            } finally {
                if (!opened && lock != null) {
                    lock.close();
                }
            }
        } catch (IOException e) {
            throw new WalException(Reason.IO, "log cannot be looked at: directory=" + path, e);
        }
    }

    // ---- looking ----

    /** Reads everything and checks every group; changes nothing. One damage does not end it: it goes on with the next group that holds. */
    public WalReport verify(WalProgress progress) {
        return work(pages -> repair(pages).verify(progress));
    }

    /**
     * Makes a log that opens of one that does not: records that hold stay at their positions, what does not hold is stepped over, and the files that were changed are kept beside
     * as {@code ….damaged}. Nothing is changed if nothing that was durable is damaged. A repair that fails or is killed is done again; until then the log does not open, or
     * has lost nothing. Records behind a loss are counted anew: their ordinals are lower by what was lost.
     *
     * @return what was lost: exactly the damages that it names
     */
    public WalReport repair(WalProgress progress) {
        return work(pages -> repair(pages).repair(progress));
    }

    private LogRepair repair(PageSource pages) {
        return new LogRepair(directory, found.geometry(), pages, environment.bootId(), environment.epochs());
    }

    /** Tells everything that there is, damages and what is in them too, from the segment on that holds a position. */
    public void scan(long from, WalVisitor visitor, WalProgress progress) {
        work(pages -> {
            new LogScan(directory, found.geometry(), pages, environment.bootId()).scan(from, visitor, progress);
            return directory;
        });
    }

    /** Hands out the records that hold, from one position up to another (exclusive), until the sink has enough. */
    public void dump(long from, long to, WalDump sink) {
        scan(from, new DumpedRecords(from, to, sink), WalProgress.NONE);
    }

    private static final class DumpedRecords implements WalVisitor {

        private final long from;
        private final long to;
        private final WalDump sink;
        private boolean wanted = true;

        DumpedRecords(long from, long to, WalDump sink) {
            this.from = from;
            this.to = to;
            this.sink = sink;
        }

        @Override
        public void record(long position, int type, ByteBuffer memory, int index, int length) {
            wanted &= position < to;
            if (wanted && position >= from) {
                wanted = sink.record(position, type, Unpooled.wrappedBuffer(memory.slice(index, length)));
            }
        }

        @Override
        public boolean suspect(long position, int type, ByteBuffer memory, int index, int length) {
            return false;
        }

        @Override
        public void damage(Path segment, long position, long bytes, boolean blind, String what) {}

        @Override
        public boolean wantsMore() {
            return wanted;
        }
    }

    // ---- files ----

    /** Files of segments, by position, as they were when this was opened. */
    public List<Path> files() {
        return found.segments().stream().map(LogFiles.File::path).toList();
    }

    /** Bytes of a segment; 0 if there is none. */
    public int segmentBytes() {
        return found.segments().isEmpty() ? 0 : found.geometry().segmentBytes();
    }

    /** Position of the first segment's first byte; -1 if there is none. */
    public long basePosition() {
        return found.segments().isEmpty() ? -1 : found.segments().get(0).base();
    }

    /** The newest segment whose header holds; null if there is none. It can be emptied by zeros from {@link #headerBytes()} on. */
    public @Nullable Path newestFile() {
        LogFiles.File newest = found.newest();
        return newest == null ? null : newest.path();
    }

    /** Position of that one's first byte; -1 if there is none. */
    public long newestBase() {
        LogFiles.File newest = found.newest();
        return newest == null ? -1 : newest.base();
    }

    /** Bytes before a segment's first record. */
    public static int headerBytes() {
        return SegmentDescriptor.HEADER_BYTES;
    }

    // ---- work and end ----

    private interface Work<T> {
        T on(PageSource pages) throws IOException;
    }

    private <T> T work(Work<T> work) {
        int bytes = found.geometry().segmentBytes();
        try (PageArena memory = PageArena.create(2L * bytes)) {
            return work.on(new SegmentPages(memory, directory.files(), bytes, false, Integer.MAX_VALUE));
        } catch (IOException e) {
            throw new WalException(
                    Reason.IO,
                    "log not looked at to its end: " + e.getMessage() + ", directory=" + directory.path(),
                    e);
        }
    }

    /** Lets go of the lock; a second close does nothing. */
    @Override
    public void close() {
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException e) {
                throw new WalException(Reason.IO, "lock not released: directory=" + directory.path(), e);
            }
        }
    }
}
