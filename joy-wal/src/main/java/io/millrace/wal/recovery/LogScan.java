package io.millrace.wal.recovery;

import io.millrace.memory.Page;
import io.millrace.wal.WalProgress;
import io.millrace.wal.WalVisitor;
import io.millrace.wal.segment.PageSource;
import io.millrace.wal.segment.SegmentDirectory;
import io.millrace.wal.segment.SegmentFile;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.UUID;

/**
 * Looks at every byte of a log that nobody has open, past what is damaged; changes nothing.
 *
 * <p>Where recovery stops at the first group that does not hold, this goes on behind it: with the next group that holds by itself. <b>Threads.</b> One.
 */
public final class LogScan {

    private final SegmentDirectory directory;
    private final SegmentGeometry geometry;
    private final PageSource pages;
    private final UUID bootId;

    /**
     * @param pages memory of our own, not mappings; up to two pages are taken at a time
     * @param bootId run of the operating system
     */
    public LogScan(SegmentDirectory directory, SegmentGeometry geometry, PageSource pages, UUID bootId) {
        this.directory = directory;
        this.geometry = geometry;
        this.pages = pages;
        this.bootId = bootId;
    }

    /** Tells what there is, from the segment on that holds a position. */
    public void scan(long from, WalVisitor visitor, WalProgress progress) throws IOException {
        SegmentInventory inventory = new SegmentInventory(directory, geometry);
        try {
            inventory.readOnly();
            scan(from, inventory, LogFindings.of(visitor), progress);
        } finally {
            inventory.close(null);
        }
    }

    void scan(long from, SegmentInventory inventory, LogFindings findings, WalProgress progress) throws IOException {
        List<FoundSegment> segments = inventory.segments().stream()
                .filter(segment -> segment.base() + geometry.segmentBytes() > from)
                .toList();
        SegmentWalk walk = new SegmentWalk(findings, geometry, bootId, inventory.synced());
        int lastBegun = lastBegun(segments);
        long expected = segments.isEmpty() ? 0 : segments.get(0).base();
        for (int index = 0; index < segments.size(); index++) {
            if (!findings.wantsMore()) {
                return;
            }
            FoundSegment segment = segments.get(index);
            if (!segment.blank() || index <= lastBegun) {
                if (segment.base() != expected) {
                    walk.missing(segment.file().path(), expected, segment.base());
                }
                scan(segments, index, walk, index >= lastBegun);
                expected = segment.base() + geometry.segmentBytes();
            }
            progress.at((index + 1L) * geometry.segmentBytes(), (long) segments.size() * geometry.segmentBytes());
        }
        walk.finish();
    }

    private void scan(List<FoundSegment> segments, int index, SegmentWalk walk, boolean last) throws IOException {
        FoundSegment segment = segments.get(index);
        SegmentHeader header = segment.header();
        Page page = pages.acquire();
        try {
            load(segment.file(), page);
            if (header == null) {
                walk.headless(segment, page);
            } else {
                walk.segment(segment, header, page, last, () -> syncedBehind(segments, index));
            }
        } finally {
            page.release();
        }
    }

    /** What the groups of the segments behind one know to be on the device: read ahead where a killed process may have left what stands before them. */
    private long syncedBehind(List<FoundSegment> segments, int index) throws IOException {
        long synced = 0;
        for (FoundSegment behind : segments.subList(index + 1, segments.size())) {
            SegmentHeader header = behind.header();
            if (header == null) {
                continue;
            }
            Page page = pages.acquire();
            try {
                load(behind.file(), page);
                SegmentScan scan = new SegmentScan(page.buffer(), geometry, header.epoch(), behind.base());
                scan.searchBehind(geometry.first());
                synced = Math.max(synced, scan.synced());
            } finally {
                page.release();
            }
        }
        return synced;
    }

    /** Index of the newest segment in which something stands behind the header: those behind it were only prepared. */
    private int lastBegun(List<FoundSegment> segments) throws IOException {
        for (int index = segments.size() - 1; index >= 0; index--) {
            if (segments.get(index).begun() || hasBytes(segments.get(index))) {
                return index;
            }
        }
        return -1;
    }

    private boolean hasBytes(FoundSegment segment) throws IOException {
        Page page = pages.acquire();
        try {
            load(segment.file(), page);
            return !isZero(page.buffer(), geometry.first(), geometry.segmentBytes());
        } finally {
            page.release();
        }
    }

    /** Reads a whole file into a page, zeros where the file ends. */
    static void load(SegmentFile file, Page page) throws IOException {
        ByteBuffer into = page.buffer().duplicate();
        try (FileChannel channel = file.openForReading()) {
            SegmentInventory.read(channel, into, 0);
        }
        page.zero(into.position(), into.remaining());
    }

    static boolean isZero(ByteBuffer memory, int from, int to) {
        return Zeros.end(memory, from, to) >= to;
    }
}
