package io.millrace.wal.recovery;

import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.WalRecord;
import io.millrace.wal.segment.SegmentDescriptor;
import io.millrace.wal.segment.SegmentDirectory;
import io.millrace.wal.segment.SegmentFile;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a directory holds, read from names and headers alone. */
final class SegmentInventory {

    private static final int SCANNED_BYTES = 64 << 10;

    private final SegmentDirectory directory;
    private final SegmentGeometry geometry;
    private final List<FoundSegment> segments = new ArrayList<>();
    private final List<SegmentFile> free = new ArrayList<>();
    private long lowestName;

    SegmentInventory(SegmentDirectory directory, SegmentGeometry geometry) {
        this.directory = directory;
        this.geometry = geometry;
    }

    /** Segments by base position, those that are certainly none already among {@link #free}. */
    List<FoundSegment> segments() {
        return segments;
    }

    /** Files that belong to no segment. */
    List<SegmentFile> free() {
        return free;
    }

    /** Reads the header of every segment, and takes out those that are none. */
    void read() throws IOException {
        for (Path path : directory.free()) {
            free.add(directory.existing(path));
        }
        readHeaders();
        lowestName = segments.isEmpty() ? 0 : segments.get(0).base();
        long start = start();
        for (FoundSegment segment : List.copyOf(segments)) {
            if (isNone(segment, start)) {
                release(segment);
            }
        }
    }

    /** Reads the header of every segment, and changes nothing on disk. */
    void readOnly() throws IOException {
        readHeaders();
        long start = start();
        for (FoundSegment segment : List.copyOf(segments)) {
            if (isNone(segment, start)) {
                segment.file().close();
                segments.remove(segment);
            }
        }
    }

    private boolean isNone(FoundSegment segment, long start) {
        return segment.isMisnamed() || segment.base() + geometry.segmentBytes() <= start;
    }

    private void readHeaders() throws IOException {
        for (Path path : directory.segments()) {
            OptionalLong base = SegmentDirectory.baseOf(path);
            if (base.isPresent()) {
                add(base.getAsLong(), directory.existing(path));
            }
        }
    }

    private void add(long base, SegmentFile file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SegmentDescriptor.HEADER_BYTES + WalRecord.ALIGNMENT)
                .order(ByteOrder.LITTLE_ENDIAN);
        long fileBytes;
        try (FileChannel channel = file.openForReading()) {
            read(channel, bytes, 0);
            fileBytes = channel.size();
        }
        bytes.clear();
        int version = SegmentHeader.versionOf(bytes);
        if (version != 0 && version != SegmentDescriptor.VERSION) {
            throw unsupported(file, "version=" + version + " (expected: " + SegmentDescriptor.VERSION + ")");
        }
        SegmentHeader header = SegmentHeader.read(bytes);
        if (header != null && header.segmentBytes() != geometry.segmentBytes()) {
            throw unsupported(
                    file, "segmentBytes=" + header.segmentBytes() + " (configured: " + geometry.segmentBytes() + ")");
        }
        boolean blank = LogScan.isZero(bytes, 0, SegmentDescriptor.HEADER_BYTES)
                || header == null && fileBytes == geometry.segmentBytes() && isUnused(file, fileBytes);
        boolean begun = bytes.getLong(SegmentDescriptor.HEADER_BYTES) != 0;
        segments.add(new FoundSegment(base, file, header, blank, begun, fileBytes));
    }

    /**
     * Whether nothing was ever written behind the header. A process that is killed while it writes one into a mapping leaves half of
     * it; the file has its size by then.
     */
    private static boolean isUnused(SegmentFile file, long fileBytes) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SCANNED_BYTES);
        try (FileChannel channel = file.openForReading()) {
            for (long at = SegmentDescriptor.HEADER_BYTES; at < fileBytes; at += SCANNED_BYTES) {
                read(channel, bytes.clear().put(new byte[SCANNED_BYTES]).clear(), at);
                if (!LogScan.isZero(bytes, 0, SCANNED_BYTES)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static WalException unsupported(SegmentFile file, String what) {
        return new WalException(
                Reason.UNSUPPORTED,
                "segment of another kind: " + what + ", file=" + file.path() + "; open it as it was made");
    }

    /** Where the log began when the newest of its segments was prepared. */
    long start() {
        long start = 0;
        for (FoundSegment segment : segments) {
            SegmentHeader header = segment.header();
            start = header == null ? start : Math.max(start, header.start());
        }
        return start;
    }

    /** The lowest base position in a segment's name, of those released too: a log without a segment begins no lower. */
    long lowestName() {
        return lowestName;
    }

    /** The highest position that a header knew to be on the device. */
    long synced() {
        long synced = 0;
        for (FoundSegment segment : segments) {
            SegmentHeader header = segment.header();
            synced = header == null ? synced : Math.max(synced, header.synced());
        }
        return synced;
    }

    /** The segment of this base position, or null. */
    @Nullable
    FoundSegment at(long base) {
        return segments.stream()
                .filter(segment -> segment.base() == base)
                .findFirst()
                .orElse(null);
    }

    /** The segment of this base position, which is there. */
    FoundSegment find(long base) {
        return segments.stream()
                .filter(segment -> segment.base() == base)
                .findFirst()
                .orElseThrow();
    }

    /** Takes a segment out of the log: its file is free. The name changes at once. */
    void release(FoundSegment segment) throws IOException {
        segments.remove(segment);
        directory.free(segment.file(), segment.base());
        free.removeIf(replaced -> replaced.path().equals(segment.file().path()));
        free.add(segment.file());
    }

    /** Fills the buffer from the file as far as that goes. */
    static void read(FileChannel channel, ByteBuffer to, long position) throws IOException {
        long at = position;
        while (to.hasRemaining()) {
            int count = channel.read(to, at);
            if (count < 0) {
                return;
            }
            at += count;
        }
    }

    /** Closes what was opened; for a recovery that fails. */
    void close(@Nullable Exception failure) {
        for (FoundSegment segment : segments) {
            close(segment.file(), failure);
        }
        for (SegmentFile file : free) {
            close(file, failure);
        }
    }

    private static void close(SegmentFile file, @Nullable Exception failure) {
        try {
            file.close();
        } catch (IOException e) {
            if (failure != null) {
                failure.addSuppressed(e);
            }
        }
    }
}
