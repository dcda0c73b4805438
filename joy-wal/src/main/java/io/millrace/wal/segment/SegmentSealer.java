package io.millrace.wal.segment;

import io.millrace.memory.Page;
import io.millrace.wal.WalRecord;
import io.millrace.wal.record.GroupChecksum;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.record.SealDescriptor;
import java.nio.ByteBuffer;

/**
 * Walks a segment behind its appenders and turns slots into seals.
 *
 * <p><b>Threads.</b> One, the committer or recovery. <b>Ownership.</b> Borrows the segment's page: it must stay in memory.
 */
public final class SegmentSealer {

    private final Segment segment;
    private final Page page;
    private final GroupChecksum checksum;
    private final GroupChain chain;
    private int at;
    private int groupStart;
    private long groupRecords;
    private boolean closes;

    /** Goes on behind the last seal of the segment. */
    public SegmentSealer(Segment segment, GroupChain chain) {
        this.segment = segment;
        this.page = segment.page();
        this.checksum = new GroupChecksum(page.buffer(), segment.epoch(), segment.base());
        this.chain = chain;
        this.at = segment.sealed();
        this.groupStart = at;
    }

    public Segment segment() {
        return segment;
    }

    /** Whether records are published behind the last seal. */
    public boolean hasOpenGroup() {
        return at > groupStart && !segment.isComplete();
    }

    /**
     * Walks to the first place that is not settled, and seals each group whose slot it passes; at the segment's end, the last one.
     *
     * @param start where the log begins
     * @param synced position below which everything from there is known to be on the device
     * @return whether it moved
     */
    public boolean advance(long start, long synced) {
        int from = at;
        walk(start, synced);
        if (at == segment.limit() && !segment.isComplete()) {
            seal(at, start, synced);
            segment.published(at);
            segment.sealed(segment.bytes());
            return true;
        }
        if (at == from) {
            return false;
        }
        segment.published(at);
        segment.sealed(groupStart);
        return true;
    }

    /** Seals an empty group behind the last one that says that the log is closed, if there is room; returns whether there was. */
    public boolean noteBehind(long start, long synced) {
        if (at + SealDescriptor.BYTES > segment.limit()) {
            return false;
        }
        page.setIntRelease(at, SealDescriptor.SLOT_HEADER);
        closes = true;
        return advance(start, synced);
    }

    /** The loop that every record passes: one acquiring load and an addition. Watched by {@code AppendMeasure}. */
    private void walk(long start, long synced) {
        int limit = segment.limit();
        int index = at;
        while (index < limit) {
            int header = page.getIntAcquire(index);
            if (!RecordDescriptor.isPublished(header)) {
                break;
            }
            if (header == SealDescriptor.SLOT_HEADER) {
                seal(index, start, synced);
                index += SealDescriptor.BYTES;
                groupStart = index;
                continue;
            }
            groupRecords += WalRecord.isUser(header) ? 1 : 0;
            index += RecordDescriptor.step(header);
        }
        at = index;
    }

    private void seal(int index, long start, long synced) {
        ByteBuffer to = page.buffer();
        to.putInt(index + SealDescriptor.GROUP_BYTES_OFFSET, closes ? SealDescriptor.CLOSED : index - groupStart);
        to.putLong(index + SealDescriptor.START_OFFSET, start);
        to.putLong(index + SealDescriptor.SYNCED_OFFSET, synced);
        to.putLong(index + SealDescriptor.ORDINAL_OFFSET, chain.ordinal() + groupRecords);
        to.putInt(index + SealDescriptor.PREVIOUS_CRC_OFFSET, chain.crc());
        int crc = checksum.of(groupStart, index);
        to.putInt(index + SealDescriptor.CRC_OFFSET, crc);
        page.setIntRelease(index, SealDescriptor.SEAL_HEADER);
        chain.append(crc, groupRecords, start);
        groupRecords = 0;
        closes = false;
    }
}
