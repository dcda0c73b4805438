package io.millrace.wal.recovery;

import io.millrace.memory.Page;
import io.millrace.wal.Durability;
import io.millrace.wal.WalRecord;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentHeader;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Keeps what a killed process had published behind the last seal.
 *
 * <pre>
 *   sealed | rec | rec | CLAIMED | rec | 0 0 0 0 | rec | CLAIMED | 0 0 0 …
 *          kept  kept   aborted   kept  aborted   kept │ cut
 * </pre>
 *
 * <p>What was claimed and not published becomes an aborted record if something published follows, else it is cut. A claim marks its place before it writes
 * payload, so the place behind a header of 0 is all zeros up to the next record. Doing it twice is doing it once.
 */
final class Salvage {

    private final Page page;
    private final int limit;
    private long records;
    private long holes;

    Salvage(Page page, SegmentGeometry geometry) {
        this.page = page;
        this.limit = geometry.limit();
    }

    /** Whether a killed process may have left records in a segment of this header, and memory that the system still has. */
    static boolean isLeftBy(SegmentHeader header, UUID bootId) {
        return header.level() == Durability.OS && header.bootId().equals(bootId);
    }

    /** Whether what is published behind the last group of a segment is a killed process's: nothing was closed, and the file is whole. */
    static boolean mayFind(FoundSegment segment, SegmentExamination examination, UUID bootId) {
        SegmentHeader header = segment.header();
        return header != null && isLeftBy(header, bootId) && !examination.isClosed() && segment.cutOff(bootId) == 0;
    }

    /**
     * Whether what is published from {@code from} on was never in a group: no seal stands there, and nothing behind the segment knew its end to be on the device.
     *
     * @param last whether nothing was ever written behind the segment
     * @param synced the highest position that anything knew to be on the device
     */
    boolean isUnsealed(int from, boolean last, long base, long synced) {
        return !findsSeal(from) && (last || synced <= base + limit);
    }

    /** Callers' records kept. */
    long records() {
        return records;
    }

    /** Places stepped over. */
    long holes() {
        return holes;
    }

    /** Whether anything is published at or behind {@code from}. */
    boolean finds(int from) {
        return lastPublished(from) > from;
    }

    /** Whether there is a seal at or behind {@code from}: a process that was killed leaves none that does not hold, for its header is written last. */
    boolean findsSeal(int from) {
        int at = from;
        while (at < limit) {
            int header = page.buffer().getInt(at);
            if (header == SealDescriptor.SEAL_HEADER) {
                return true;
            }
            at += stepAt(page.buffer(), at, limit);
        }
        return page.buffer().getInt(limit) == SealDescriptor.SEAL_HEADER;
    }

    /**
     * Settles every place from {@code from}, a group's start.
     *
     * @param whole whether a later segment has records: then this one is filled to its limit
     * @return index behind the last settled place
     */
    int settle(int from, boolean whole) {
        int end = whole ? limit : lastPublished(from);
        int at = from;
        while (at < end) {
            int header = page.buffer().getInt(at);
            int step = stepAt(page.buffer(), at, limit);
            if (!RecordDescriptor.isPublished(header)) {
                abort(at, Math.min(step, end - at));
            } else if (WalRecord.isUser(header)) {
                records++;
            } else if (WalRecord.type(header) == RecordDescriptor.SEAL) {
                // It does not hold, or it would not be behind the last one that does.
                page.setIntRelease(at, RecordDescriptor.filling(RecordDescriptor.ABORTED, step));
            }
            at += step;
        }
        return end;
    }

    /** Index behind the last place at or behind {@code from} where something is published; {@code from} if nothing is. */
    int lastPublished(int from) {
        int end = from;
        int at = from;
        while (at < limit) {
            int header = page.buffer().getInt(at);
            at += stepAt(page.buffer(), at, limit);
            if (RecordDescriptor.isPublished(header) && at <= limit) {
                end = at;
            }
        }
        return end;
    }

    /** From a place to the next: by its header, or over the zeros of a place that was claimed and not even marked. */
    static int stepAt(ByteBuffer memory, int at, int limit) {
        int header = memory.getInt(at);
        if (header != 0) {
            return RecordDescriptor.step(header);
        }
        return Math.min(Zeros.end(memory, at + WalRecord.ALIGNMENT, limit), limit) - at;
    }

    private void abort(int at, int bytes) {
        holes++;
        int left = bytes;
        int index = at;
        while (left > 0) {
            int part = Math.min(left, WalRecord.LENGTH_MAX & -WalRecord.ALIGNMENT);
            page.setIntRelease(index, RecordDescriptor.filling(RecordDescriptor.ABORTED, part));
            index += part;
            left -= part;
        }
    }
}
