package io.millrace.wal.recovery;

import io.millrace.wal.WalConfig;
import io.millrace.wal.segment.SegmentDescriptor;
import io.millrace.wal.segment.SegmentDirectory;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a log that is not open.
 *
 * @param geometry as the first header that holds says, else as the largest file suggests: files have their size from the beginning
 * @param segments those that anything was ever written to, by position; without what was truncated away
 * @param newest the newest whose header holds, or null
 */
public record LogFiles(SegmentGeometry geometry, List<File> segments, @Nullable File newest) {

    private static final int SEGMENT_BYTES_MAX = 1 << 30;

    /** A segment's file; {@code base} is the position of its first byte. */
    public record File(Path path, long base) {}

    /** Finds the files; changes nothing. */
    public static LogFiles find(SegmentDirectory directory) throws IOException {
        SegmentGeometry geometry = geometryOf(directory);
        SegmentInventory inventory = new SegmentInventory(directory, geometry);
        try {
            inventory.readOnly();
            List<FoundSegment> found = inventory.segments().stream()
                    .filter(segment -> !segment.blank() || segment.begun())
                    .toList();
            File newest = found.stream()
                    .filter(segment -> segment.header() != null)
                    .map(LogFiles::fileOf)
                    .reduce(null, (before, next) -> next);
            return new LogFiles(geometry, found.stream().map(LogFiles::fileOf).toList(), newest);
        } finally {
            inventory.close(null);
        }
    }

    private static File fileOf(FoundSegment segment) {
        return new File(segment.file().path(), segment.base());
    }

    private static SegmentGeometry geometryOf(SegmentDirectory directory) throws IOException {
        long largest = WalConfig.SEGMENT_BYTES_MIN;
        for (Path path : directory.segments()) {
            try (FileChannel channel = directory.existing(path).openForReading()) {
                ByteBuffer bytes =
                        ByteBuffer.allocate(SegmentDescriptor.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
                SegmentInventory.read(channel, bytes, 0);
                SegmentHeader header = SegmentHeader.read(bytes.clear());
                if (header != null) {
                    return new SegmentGeometry(header.segmentBytes());
                }
                largest = Math.max(largest, channel.size());
            }
        }
        return new SegmentGeometry((int) Math.min(SEGMENT_BYTES_MAX, Long.highestOneBit(largest)));
    }
}
