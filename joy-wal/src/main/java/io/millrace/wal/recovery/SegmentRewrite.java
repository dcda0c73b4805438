package io.millrace.wal.recovery;

import io.millrace.memory.Page;
import io.millrace.wal.WalRecord;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.segment.GroupChain;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentDirectory;
import io.millrace.wal.segment.SegmentFile;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentHeader;
import io.millrace.wal.segment.SegmentSealer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Writes a changed segment beside the old one: records keep their positions, groups are sealed anew under another epoch, and one rename puts it in place.
 *
 * <p><b>Threads.</b> One; the log is not open. <b>Ownership.</b> Borrows the page, which holds the old segment and becomes the new one.
 */
final class SegmentRewrite {

    private final SegmentDirectory directory;
    private final SegmentGeometry geometry;
    private final Page page;

    SegmentRewrite(SegmentDirectory directory, SegmentGeometry geometry, Page page) {
        this.directory = directory;
        this.geometry = geometry;
        this.page = page;
    }

    /** Makes seals from {@code from} to {@code to}, both between records, into slots to be sealed again. */
    void unseal(int from, int to) {
        ByteBuffer memory = page.buffer();
        for (int at = from; at < to; at += RecordDescriptor.step(memory.getInt(at))) {
            if (memory.getInt(at) == SealDescriptor.SEAL_HEADER) {
                memory.putInt(at, SealDescriptor.SLOT_HEADER);
            }
        }
    }

    /** Puts records that readers step over in place of what is lost. */
    void lose(int from, int to) {
        int largest = WalRecord.LENGTH_MAX & -WalRecord.ALIGNMENT;
        for (int at = from; at < to; ) {
            int bytes = Math.min(largest, to - at);
            page.buffer().putInt(at, RecordDescriptor.filling(RecordDescriptor.ABORTED, bytes));
            at += bytes;
        }
    }

    /** Ends the records at {@code end}: zeros behind, and room for the last seal. */
    void end(int end) {
        page.zero(end, geometry.segmentBytes() - end);
        if (end + SealDescriptor.BYTES <= geometry.limit()) {
            page.buffer().putInt(end, SealDescriptor.SLOT_HEADER);
        } else if (end < geometry.limit()) {
            page.buffer().putInt(end, RecordDescriptor.filling(RecordDescriptor.PAD, geometry.limit() - end));
        }
    }

    /** Seals, writes to {@code beside}, and forces; the caller moves it into place. */
    void write(SegmentHeader header, GroupChain chain, Path beside) throws IOException {
        seal(header, chain);
        store(beside);
    }

    /** Writes the header, and a seal into every slot. */
    void seal(SegmentHeader header, GroupChain chain) {
        page.zero(0, geometry.first());
        header.write(page.buffer());
        SegmentFile none = directory.existing(directory.beside(header.base()));
        long number = geometry.numberOf(header.base());
        Segment segment = new Segment(number, geometry, header.epoch(), none, page, geometry.first());
        SegmentSealer sealer = new SegmentSealer(segment, chain);
        while (sealer.advance(header.start(), Math.min(header.synced(), header.base()))) {
            // to the end
        }
    }

    /** Writes what is sealed to {@code beside}, and forces it. */
    void store(Path beside) throws IOException {
        try (FileChannel channel = directory
                .files()
                .open(
                        beside,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.TRUNCATE_EXISTING))) {
            ByteBuffer bytes = page.buffer().duplicate();
            while (bytes.hasRemaining()) {
                channel.write(bytes, bytes.position());
            }
            channel.force(true);
        }
    }
}
