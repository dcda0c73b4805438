package io.millrace.wal.recovery;

import io.millrace.memory.Page;
import io.millrace.wal.WalRecord;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.segment.GroupChain;
import io.millrace.wal.segment.PageSource;
import io.millrace.wal.segment.SegmentDirectory;
import io.millrace.wal.segment.SegmentFile;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Removes the end of a log that was closed in good order.
 *
 * <p>The segment with the new end is written anew beside the old one; then later segments go, newest first; then the new one takes the old one's place. A crash in between leaves a
 * log that ends somewhere between the new end and the old. <b>Threads.</b> One; the log is not open.
 */
public final class SuffixCut {

    private final SegmentDirectory directory;
    private final SegmentGeometry geometry;
    private final PageSource pages;
    private final LongSupplier epochs;

    /**
     * @param pages memory of our own, not mappings
     * @param epochs draws the epoch of each use of a file
     */
    public SuffixCut(SegmentDirectory directory, SegmentGeometry geometry, PageSource pages, LongSupplier epochs) {
        this.directory = directory;
        this.geometry = geometry;
        this.pages = pages;
        this.epochs = epochs;
    }

    /**
     * Removes every record at {@code position} and behind.
     *
     * @param position where a record starts, or the log ends
     * @throws IllegalArgumentException if it is not; nothing is changed then
     */
    public void cut(long position) throws IOException {
        SegmentInventory inventory = new SegmentInventory(directory, geometry);
        try {
            inventory.read();
            List<FoundSegment> segments = new ArrayList<>(inventory.segments());
            FoundSegment last = inventory.find(geometry.baseOf(geometry.numberOf(position)));
            Page page = pages.acquire();
            try {
                cut(inventory, segments, last, page, geometry.indexOf(position));
            } finally {
                page.release();
            }
        } finally {
            inventory.close(null);
        }
    }

    private void cut(SegmentInventory inventory, List<FoundSegment> segments, FoundSegment last, Page page, int end)
            throws IOException {
        read(last.file(), page);
        GroupChain chain = chainBefore(page.buffer(), end);
        SegmentRewrite rewrite = new SegmentRewrite(directory, geometry, page);
        rewrite.unseal(geometry.first(), end);
        rewrite.end(end);
        SegmentHeader old = Objects.requireNonNull(last.header(), "the log was open");
        SegmentHeader header = new SegmentHeader(
                epochs.getAsLong(),
                old.base(),
                old.segmentBytes(),
                old.level(),
                old.bootId(),
                old.start(),
                old.synced());
        Path beside = directory.beside(old.base());
        rewrite.write(header, chain, beside);
        for (int index = segments.size() - 1; segments.get(index) != last; index--) {
            inventory.release(segments.get(index));
            directory.force();
        }
        directory.files().move(beside, directory.segment(old.base()));
        directory.force();
    }

    /** The chain up to the segment, as its first seal continues it; checks on the way that {@code end} is between records. */
    private GroupChain chainBefore(ByteBuffer memory, int end) {
        GroupChain chain = new GroupChain(0, 0);
        boolean found = false;
        long records = 0;
        int at = geometry.first();
        while (at < end || !found && at <= geometry.limit() && memory.getInt(at) != 0) {
            int header = memory.getInt(at);
            if (!RecordDescriptor.isPublished(header)) {
                break;
            }
            if (header == SealDescriptor.SEAL_HEADER && !found) {
                found = true;
                long ordinal = memory.getLong(at + SealDescriptor.ORDINAL_OFFSET) - records;
                chain = new GroupChain(memory.getInt(at + SealDescriptor.PREVIOUS_CRC_OFFSET), ordinal);
            }
            records += WalRecord.isUser(header) ? 1 : 0;
            if (at < end && at + RecordDescriptor.step(header) > end) {
                throw new IllegalArgumentException("no record starts at index " + end + " of its segment (expected: the"
                        + " position of a record, or the log's end); the next ones are " + at + " and "
                        + (at + RecordDescriptor.step(header)));
            }
            at += RecordDescriptor.step(header);
        }
        return chain;
    }

    private static void read(SegmentFile file, Page page) throws IOException {
        ByteBuffer bytes = page.buffer().duplicate();
        SegmentInventory.read(file.channel(), bytes, 0);
        page.zero(bytes.position(), bytes.remaining());
    }
}
