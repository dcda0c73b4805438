package io.millrace.wal.recovery;

import io.millrace.wal.WalRecord;
import io.millrace.wal.record.GroupChecksum;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.segment.SegmentGeometry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every group of one segment that holds by itself, and the stretches between them.
 *
 * <p><b>Ownership.</b> Borrows the memory. <b>Threads.</b> One.
 */
final class SegmentExamination {

    /** A group that holds: from its first record to behind its seal. */
    record Group(int start, int end, int previousCrc, int crc) {}

    /** Bytes in no group that holds. */
    record Gap(int start, int end) {}

    private final ByteBuffer memory;
    private final SegmentGeometry geometry;
    private final GroupChecksum checksum;
    private final List<Group> groups = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private long ordinal;

    SegmentExamination(ByteBuffer memory, SegmentGeometry geometry, long epoch, long base) {
        this.memory = memory;
        this.geometry = geometry;
        this.checksum = new GroupChecksum(memory, epoch, base);
    }

    /** Walks the whole segment. */
    SegmentExamination examine() {
        int at = geometry.first();
        while (at < geometry.segmentBytes()) {
            Group group = groupFrom(at);
            if (group == null) {
                int next = nextGroup(at);
                gaps.add(new Gap(at, next));
                at = next;
            } else {
                accept(group);
                at = group.end();
            }
        }
        return this;
    }

    private void accept(Group group) {
        groups.add(group);
        ordinal = memory.getLong(group.end() - SealDescriptor.BYTES + SealDescriptor.ORDINAL_OFFSET);
    }

    private @Nullable Group groupFrom(int from) {
        int at = from;
        while (at <= geometry.limit()) {
            int header = memory.getInt(at);
            if (!RecordDescriptor.isPublished(header)) {
                return null;
            }
            if (WalRecord.type(header) == RecordDescriptor.SEAL) {
                return holds(from, at) ? groupOf(from, at) : null;
            }
            at += RecordDescriptor.step(header);
        }
        return null;
    }

    private Group groupOf(int from, int seal) {
        return new Group(
                from,
                seal + SealDescriptor.BYTES,
                memory.getInt(seal + SealDescriptor.PREVIOUS_CRC_OFFSET),
                memory.getInt(seal + SealDescriptor.CRC_OFFSET));
    }

    private boolean holds(int from, int seal) {
        return seal >= from
                && memory.getInt(seal) == SealDescriptor.SEAL_HEADER
                && SealDescriptor.groupBytes(memory, seal) == seal - from
                && memory.getInt(seal + SealDescriptor.CRC_OFFSET) == checksum.of(from, seal);
    }

    /** Where the next group that holds begins, or the segment's end. */
    private int nextGroup(int from) {
        int limit = geometry.limit();
        for (int at = from; at <= limit; at = Zeros.end(memory, at + WalRecord.ALIGNMENT, limit)) {
            if (memory.getInt(at) == SealDescriptor.SEAL_HEADER) {
                int group = at - SealDescriptor.groupBytes(memory, at);
                if (group >= from && group <= at && group % WalRecord.ALIGNMENT == 0 && holds(group, at)) {
                    return group;
                }
            }
        }
        return geometry.segmentBytes();
    }

    /** Groups that hold, in order. */
    List<Group> groups() {
        return groups;
    }

    /** What lies between, in order. */
    List<Gap> gaps() {
        return gaps;
    }

    /** Records of the log up to the last group. */
    long ordinal() {
        return ordinal;
    }

    /** Records of the log before the segment, as its first group that holds knows if nothing before it is lost. */
    long ordinalBefore() {
        if (groups.isEmpty()) {
            return 0;
        }
        Group first = groups.get(0);
        int seal = first.end() - SealDescriptor.BYTES;
        return memory.getLong(seal + SealDescriptor.ORDINAL_OFFSET) - recordsIn(first);
    }

    /** Whether the log was closed in good order behind the last group. */
    boolean isClosed() {
        return !groups.isEmpty()
                && SealDescriptor.isClosed(memory, groups.get(groups.size() - 1).end() - SealDescriptor.BYTES);
    }

    private long recordsIn(Group group) {
        long records = 0;
        int seal = group.end() - SealDescriptor.BYTES;
        for (int at = group.start(); at < seal; at += RecordDescriptor.step(memory.getInt(at))) {
            records += WalRecord.isUser(memory.getInt(at)) ? 1 : 0;
        }
        return records;
    }
}
