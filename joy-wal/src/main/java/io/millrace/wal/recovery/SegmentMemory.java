package io.millrace.wal.recovery;

import io.millrace.memory.Page;
import io.millrace.wal.segment.PageSource;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentFile;
import io.millrace.wal.segment.SegmentGeometry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Segments in memory while they are recovered: mapped, or read into pages and stored back. One thread. */
final class SegmentMemory {

    private final PageSource pages;
    private final SegmentGeometry geometry;
    private final boolean mapped;

    SegmentMemory(PageSource pages, SegmentGeometry geometry, boolean mapped) {
        this.pages = pages;
        this.geometry = geometry;
        this.mapped = mapped;
    }

    /** Gives the segment in memory: its file mapped, or its bytes, zeros where the file ends. */
    Page load(SegmentFile file) throws IOException {
        if (mapped) {
            extend(file.channel());
            return pages.map(file);
        }
        Page page = pages.acquire();
        try {
            ByteBuffer bytes = page.buffer().duplicate();
            SegmentInventory.read(file.channel(), bytes, 0);
            page.zero(bytes.position(), bytes.remaining());
            return page;
        } catch (IOException | RuntimeException e) {
            page.release();
            throw e;
        }
    }

    private void extend(FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < geometry.segmentBytes()) {
            write(channel, ByteBuffer.allocate((int) (geometry.segmentBytes() - size)), size);
        }
    }

    /** Zeros what is behind the tail, where it is not; returns how many bytes were not. */
    static long clearBehind(Page page, int end) {
        ByteBuffer memory = page.buffer();
        long cleared = 0;
        int to = page.capacity();
        for (int at = Zeros.end(memory, end, to); at < to; at = Zeros.end(memory, at, to)) {
            memory.putLong(at, 0);
            cleared += Long.BYTES;
        }
        return cleared;
    }

    /** Puts changed bytes of a page of ours, from there to the end, into the file; a mapping is its file. */
    void storeBack(Segment segment, Page page, int from) throws IOException {
        if (!page.isMapped()) {
            write(segment.file().channel(), page.buffer().slice(from, geometry.segmentBytes() - from), from);
        }
    }

    private static void write(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }
}
