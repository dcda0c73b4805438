package io.millrace.wal.recovery;

import io.millrace.wal.WalRecord;
import io.millrace.wal.record.GroupChecksum;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.segment.SegmentGeometry;
import java.nio.ByteBuffer;

/**
 * Walks the groups of one segment in memory and says how far they hold.
 *
 * <p>A group holds if its records lead from its start to a seal that says so, continues the chain and has the right checksum. <b>Threads.</b> One.
 */
public final class SegmentScan {

    private final ByteBuffer memory;
    private final SegmentGeometry geometry;
    private final GroupChecksum checksum;
    private int end;
    private int crc;
    private long ordinal;
    private long start;
    private long synced;
    private boolean complete;
    private boolean closed;

    /** A scan of the segment in {@code memory}, borrowed, with the epoch of its header and the base of its name. */
    public SegmentScan(ByteBuffer memory, SegmentGeometry geometry, long epoch, long base) {
        this.memory = memory;
        this.geometry = geometry;
        this.checksum = new GroupChecksum(memory, epoch, base);
    }

    /** Index behind the last group that holds. */
    public int end() {
        return end;
    }

    /** Checksum of the last group that holds. */
    public int crc() {
        return crc;
    }

    /** Callers' records of the log up to there. */
    public long ordinal() {
        return ordinal;
    }

    /** The highest position that a group, of those looked at, knew to be on the device. */
    public long synced() {
        return synced;
    }

    /** The highest position where the log began, as one of them knew. */
    public long start() {
        return start;
    }

    /** Whether every byte of the segment is in a group that holds. */
    public boolean isComplete() {
        return complete;
    }

    /** Whether the log was closed in good order behind the last group that holds. */
    public boolean isClosed() {
        return closed;
    }

    /**
     * Walks from the segment's first record.
     *
     * @param chained whether {@code previous} is known; the first group of a log whose beginning was truncated continues what is gone
     */
    public void walk(boolean chained, int previous, long ordinalBefore) {
        end = geometry.first();
        crc = previous;
        ordinal = ordinalBefore;
        boolean linked = chained;
        int limit = geometry.limit();
        int at = end;
        while (at < limit) {
            int header = memory.getInt(at);
            int step = RecordDescriptor.step(header);
            if (!RecordDescriptor.isPublished(header) || step > limit - at) {
                return;
            }
            if (WalRecord.type(header) == RecordDescriptor.SEAL) {
                if (!holds(end, at, linked)) {
                    return;
                }
                accept(at);
                linked = true;
            }
            at += step;
        }
        if (at == limit && holds(end, at, linked)) {
            accept(at);
            complete = true;
        }
    }

    private void accept(int seal) {
        crc = memory.getInt(seal + SealDescriptor.CRC_OFFSET);
        ordinal = memory.getLong(seal + SealDescriptor.ORDINAL_OFFSET);
        learn(seal);
        closed = SealDescriptor.isClosed(memory, seal);
        end = seal + SealDescriptor.BYTES;
    }

    private void learn(int seal) {
        start = Math.max(start, memory.getLong(seal + SealDescriptor.START_OFFSET));
        synced = Math.max(synced, memory.getLong(seal + SealDescriptor.SYNCED_OFFSET));
    }

    private boolean holds(int group, int seal, boolean linked) {
        return isSealOf(group, seal)
                && (!linked || memory.getInt(seal + SealDescriptor.PREVIOUS_CRC_OFFSET) == crc)
                && memory.getInt(seal + SealDescriptor.CRC_OFFSET) == checksum.of(group, seal);
    }

    private boolean isSealOf(int group, int seal) {
        return memory.getInt(seal) == SealDescriptor.SEAL_HEADER
                && SealDescriptor.groupBytes(memory, seal) == seal - group;
    }

    /**
     * Looks for groups that hold by themselves anywhere behind {@code from}, whatever lies between, and takes note of what they knew.
     *
     * @return how many there are
     */
    public int searchBehind(int from) {
        int found = 0;
        int limit = geometry.limit();
        for (int at = from; at <= limit; at = Zeros.end(memory, at + WalRecord.ALIGNMENT, limit)) {
            if (memory.getInt(at) == SealDescriptor.SEAL_HEADER && holdsAlone(at, from)) {
                learn(at);
                found++;
            }
        }
        return found;
    }

    private boolean holdsAlone(int seal, int from) {
        int bytes = SealDescriptor.groupBytes(memory, seal);
        return bytes >= 0
                && bytes <= seal - from
                && memory.getInt(seal + SealDescriptor.CRC_OFFSET) == checksum.of(seal - bytes, seal);
    }
}
