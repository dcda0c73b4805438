package io.millrace.wal.recovery;

import io.millrace.memory.Page;
import io.millrace.wal.WalRecord;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.recovery.SegmentExamination.Gap;
import io.millrace.wal.recovery.SegmentExamination.Group;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Tells what one segment after the other holds: groups, and what lies between them.
 *
 * <pre>
 *   | group | group | ✗ led to a seal ✗ | ✗ leads nowhere ✗ | group | tail
 *    records records      suspects          suspects, blind   records  records of a killed process, or what opening cuts
 * </pre>
 *
 * <p><b>Threads.</b> One.
 */
final class SegmentWalk {

    private final LogFindings findings;
    private final SegmentGeometry geometry;
    private final UUID bootId;
    private boolean chained;
    private int crc;
    private long synced;
    private long reached;
    private @Nullable Path lastFile;

    // The segment at hand.
    private Path file = Path.of("");
    private long base;
    private ByteBuffer memory = ByteBuffer.allocate(0);

    /**
     * @param synced the highest position that a header knows to have been on the device
     */
    SegmentWalk(LogFindings findings, SegmentGeometry geometry, UUID bootId, long synced) {
        this.findings = findings;
        this.geometry = geometry;
        this.bootId = bootId;
        this.synced = synced;
    }

    /** There are no files for what lies between two positions. */
    void missing(Path before, long from, long to) {
        findings.damage(before, from, to - from, true, "segments are missing before this one");
        chained = false;
    }

    /** A segment whose header does not hold: without its epoch no checksum says whether a group does. */
    void headless(FoundSegment segment, Page page) {
        begin(segment, page);
        String what = "the header of the segment does not hold";
        if (segment.blank()) {
            findings.damage(file, base, geometry.segmentBytes(), true, what);
        } else {
            findings.refusal(file, base, geometry.segmentBytes(), true, what);
        }
        grope(geometry.first(), geometry.limit());
        chained = false;
        reached = base + geometry.segmentBytes();
    }

    /** What the segments behind one know to be on the device. */
    interface Ahead {
        long synced() throws IOException;
    }

    /** A segment, whole in memory; {@code last} if nothing was ever written behind it. */
    void segment(FoundSegment segment, SegmentHeader header, Page page, boolean last, Ahead ahead) throws IOException {
        begin(segment, page);
        long cutOff = segment.cutOff(bootId);
        if (cutOff > 0) {
            findings.refusal(file, base + segment.fileBytes(), cutOff, true, "the file is cut short");
        }
        SegmentExamination examination = new SegmentExamination(memory, geometry, header.epoch(), base).examine();
        boolean killed = Salvage.mayFind(segment, examination, bootId);
        Iterator<Gap> gaps = examination.gaps().iterator();
        Gap gap = gaps.hasNext() ? gaps.next() : null;
        for (Group group : examination.groups()) {
            if (gap != null && gap.start() < group.start()) {
                between(gap.start(), gap.end(), false);
                gap = gaps.hasNext() ? gaps.next() : null;
            }
            group(group);
        }
        if (gap != null) {
            behind(gap.start(), page, killed, last, ahead);
        }
    }

    private void begin(FoundSegment segment, Page page) {
        file = segment.file().path();
        lastFile = file;
        base = segment.base();
        memory = page.buffer();
    }

    /** After the last segment: whether what was known to be on the device was there. */
    void finish() {
        Path last = lastFile;
        if (last != null && synced > reached) {
            findings.damage(
                    last,
                    reached,
                    synced - reached,
                    true,
                    "the log ends before what was on the device: synced=" + synced);
        }
    }

    private void group(Group group) {
        if (chained && group.previousCrc() != crc) {
            findings.refusal(file, base + group.start(), 0, false, "a group does not follow the one before it");
        }
        chained = true;
        crc = group.crc();
        int seal = group.end() - SealDescriptor.BYTES;
        long knownSynced = memory.getLong(seal + SealDescriptor.SYNCED_OFFSET);
        synced = Math.max(synced, knownSynced);
        findings.group(
                base + group.start(),
                group.end() - group.start(),
                memory.getLong(seal + SealDescriptor.START_OFFSET),
                knownSynced);
        for (int at = group.start(); at < seal; at += RecordDescriptor.step(memory.getInt(at))) {
            recordAt(at);
        }
        reached = base + group.end();
    }

    private long recordAt(int at) {
        int header = memory.getInt(at);
        if (!WalRecord.isUser(header)) {
            return 0;
        }
        findings.record(
                base + at, WalRecord.type(header), memory, at + WalRecord.headerLength(), WalRecord.length(header));
        return 1;
    }

    private boolean suspectAt(int at) {
        int header = memory.getInt(at);
        return WalRecord.isUser(header)
                && findings.suspect(
                        base + at,
                        WalRecord.type(header),
                        memory,
                        at + WalRecord.headerLength(),
                        WalRecord.length(header));
    }

    // ---- what does not hold ----

    /** Groups that do not hold, as far as each can be told from the next. */
    private void between(int from, int to, boolean refused) {
        chained = false;
        for (int at = from; at < to; ) {
            int led = sealLedTo(at);
            int seal = led < 0 ? sealSaying(at, to) : led;
            int end = seal < 0 ? to : seal + SealDescriptor.BYTES;
            String what =
                    led < 0 ? "records do not lead to the end of their group" : "the checksum of a group is wrong";
            if (refused) {
                findings.refusal(file, base + at, end - at, led < 0, what);
            } else {
                findings.damage(file, base + at, end - at, led < 0, what);
            }
            if (led < 0) {
                grope(at, seal < 0 ? Math.min(to, geometry.limit()) : seal);
            } else {
                for (int index = at; index < seal; index += RecordDescriptor.step(memory.getInt(index))) {
                    var unused = suspectAt(index);
                }
            }
            at = end;
        }
        reached = base + to;
    }

    /** What is behind the last group that holds. */
    private void behind(int from, Page page, boolean killed, boolean last, Ahead ahead) throws IOException {
        Salvage salvage = new Salvage(page, geometry);
        long known = killed && !last ? Math.max(synced, ahead.synced()) : synced;
        if (killed && salvage.isUnsealed(from, last, base, known)) {
            int published = salvage.lastPublished(from);
            salvaged(from, published);
            reached = base + (last ? published : geometry.segmentBytes());
            chained = false;
        } else if (!last || !LogScan.isZero(memory, from, geometry.segmentBytes())) {
            between(from, geometry.segmentBytes(), killed);
        }
    }

    private void salvaged(int from, int to) {
        long records = 0;
        int step;
        for (int at = from; at < to; at += step) {
            records += recordAt(at);
            step = Salvage.stepAt(memory, at, geometry.limit());
        }
        if (to > from) {
            findings.unsealed(records, base + to);
        }
    }

    /** The seal that records lead to from a group's start, if it says that the group is its own; else -1. */
    private int sealLedTo(int start) {
        int at = start;
        while (at <= geometry.limit()) {
            int header = memory.getInt(at);
            if (header == SealDescriptor.SEAL_HEADER) {
                return SealDescriptor.groupBytes(memory, at) == at - start ? at : -1;
            }
            if (!RecordDescriptor.isPublished(header)) {
                return -1;
            }
            at += RecordDescriptor.step(header);
        }
        return -1;
    }

    /** The seal anywhere before {@code to} that says of itself that its group begins at {@code start}; else -1. */
    private int sealSaying(int start, int to) {
        for (int at = start; at <= to - SealDescriptor.BYTES; at += WalRecord.ALIGNMENT) {
            if (memory.getInt(at) == SealDescriptor.SEAL_HEADER
                    && SealDescriptor.groupBytes(memory, at) == at - start) {
                return at;
            }
        }
        return -1;
    }

    /** Looks for records where headers do not lead on: behind one that fits, else at the next place where one may begin. */
    private void grope(int from, int to) {
        int at = from;
        while (at < to) {
            int step = RecordDescriptor.step(memory.getInt(at));
            boolean fits = step <= to - at && suspectAt(at);
            at += fits ? step : WalRecord.ALIGNMENT;
        }
    }
}
