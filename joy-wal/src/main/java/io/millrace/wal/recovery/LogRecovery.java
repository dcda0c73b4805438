package io.millrace.wal.recovery;

import io.millrace.memory.Page;
import io.millrace.wal.Durability;
import io.millrace.wal.RecoveryReport;
import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.segment.GroupChain;
import io.millrace.wal.segment.PageSource;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentDirectory;
import io.millrace.wal.segment.SegmentFile;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentHeader;
import io.millrace.wal.segment.SegmentSealer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the log in a directory: group by group to the first that does not hold.
 *
 * <pre>
 *   group holds ────────────────────► go on
 *   it does not, and
 *     a valid group or header knew of a position behind it ──► CORRUPT: it was on the device
 *     the process was killed, the system is the same ────────► keep what is published, step over what is not
 *     else ──────────────────────────────────────────────────► the tail is here; what follows is cut, and counted
 * </pre>
 *
 * <p>Segments known to be on the device are not read again: the headers of later ones say so. Doing it twice is doing it once: a cut leaves zeros behind the
 * tail, forced before the log goes on, and changes nothing before it. <b>Threads.</b> One.
 */
public final class LogRecovery {

    private final SegmentDirectory directory;
    private final SegmentGeometry geometry;
    private final SegmentMemory pages;
    private final RecoverySettings settings;
    private final SegmentInventory inventory;
    private final List<Segment> segments = new ArrayList<>();
    private final long begun = System.nanoTime();

    private long firstNumber;
    private boolean isShort; // the segment that is scanned: a file has its size before anything is appended
    private boolean chained;
    private int crc;
    private long ordinal;
    private long start;
    private long synced;
    private long scannedBytes;
    private long salvagedRecords;
    private long holes;
    private long droppedBytes;
    private long droppedGroups;

    public LogRecovery(
            SegmentDirectory directory, SegmentGeometry geometry, PageSource pages, RecoverySettings settings) {
        this.directory = directory;
        this.geometry = geometry;
        this.pages = new SegmentMemory(pages, geometry, settings.mapped());
        this.settings = settings;
        this.inventory = new SegmentInventory(directory, geometry);
    }

    /**
     * Gives the log: its files open, the last segment's page in memory.
     *
     * @throws WalException if bytes that were on the device are wrong; nothing was changed then
     */
    public RecoveredLog recover() throws IOException {
        try {
            return find();
        } catch (IOException | RuntimeException e) {
            segments.forEach(Segment::evict);
            inventory.close(e);
            throw e;
        }
    }

    private RecoveredLog find() throws IOException {
        inventory.read();
        start = inventory.start();
        synced = inventory.synced();
        List<FoundSegment> found = List.copyOf(inventory.segments());
        firstNumber = geometry.numberOf(inventory.lowestName());
        int index = 0;
        while (index < found.size() && takeUp(found, index)) {
            index++;
        }
        dropTruncated();
        return finish();
    }

    /** Takes up one segment; false if the log ends before it or inside. */
    private boolean takeUp(List<FoundSegment> found, int index) throws IOException {
        FoundSegment segment = found.get(index);
        List<FoundSegment> behind = found.subList(index + 1, found.size());
        long expected = segments.isEmpty() ? segment.base() : last().base() + geometry.segmentBytes();
        SegmentHeader header = segment.header();
        if (header == null || segment.base() != expected) {
            return endBefore(found, index, expected);
        }
        long cutOff = segment.cutOff(settings.bootId());
        if (cutOff > 0) {
            throw corrupt(segment.file(), segment.base() + geometry.segmentBytes() - cutOff, "file is cut short");
        }
        if (isKnownSynced(segment) && trust(segment, header)) {
            return true;
        }
        return scan(segment, header, behind);
    }

    private boolean isKnownSynced(FoundSegment segment) {
        return segment.base() + geometry.segmentBytes() <= synced;
    }

    /** Takes a segment that is on the device by its last seal; its groups are checked as they are read. */
    private boolean trust(FoundSegment segment, SegmentHeader header) throws IOException {
        ByteBuffer seal = ByteBuffer.allocate(SealDescriptor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        SegmentInventory.read(segment.file().channel(), seal, geometry.limit());
        if (seal.hasRemaining() || seal.getInt(0) != SealDescriptor.SEAL_HEADER) {
            return false;
        }
        chained = true;
        crc = seal.getInt(SealDescriptor.CRC_OFFSET);
        ordinal = seal.getLong(SealDescriptor.ORDINAL_OFFSET);
        add(segment, header, null, geometry.segmentBytes());
        return true;
    }

    private Segment add(FoundSegment found, SegmentHeader header, @Nullable Page page, int end) {
        Segment segment =
                new Segment(geometry.numberOf(found.base()), geometry, header.epoch(), found.file(), page, end);
        segments.add(segment);
        return segment;
    }

    private boolean scan(FoundSegment found, SegmentHeader header, List<FoundSegment> behind) throws IOException {
        isShort = found.file().channel().size() < geometry.segmentBytes();
        Page page = pages.load(found.file());
        boolean used = false;
        try {
            SegmentScan scan = new SegmentScan(page.buffer(), geometry, header.epoch(), found.base());
            scan.walk(chained, crc, ordinal);
            scannedBytes += scan.end();
            chained |= scan.end() > geometry.first();
            crc = scan.crc();
            ordinal = scan.ordinal();
            learn(scan);
            if (scan.isComplete()) {
                add(found, header, null, geometry.segmentBytes());
                return true;
            }
            used = true;
            return takeUpPart(found, header, page, scan, behind);
        } finally {
            if (!used) {
                page.release();
            }
        }
    }

    /** Takes the page. The last group that holds ends inside the segment: salvage what a killed process published, or cut. */
    private boolean takeUpPart(
            FoundSegment found, SegmentHeader header, Page page, SegmentScan scan, List<FoundSegment> behind)
            throws IOException {
        Segment segment = add(found, header, page, scan.end());
        int groupsHere = scan.searchBehind(scan.end());
        learn(scan);
        if (groupsHere > 0 || scan.isClosed() || !isSalvageable(header)) {
            int groupsBehind = lookBehind(behind);
            if (isLeftover(segment.base())) {
                dropSoFar();
                return true;
            }
            checkNotSynced(segment.file(), segment.base() + scan.end());
            cut(segment, scan.end(), groupsHere + groupsBehind, behind);
            return false;
        }
        return salvage(segment, page, behind);
    }

    private boolean isSalvageable(SegmentHeader header) {
        return Salvage.isLeftBy(header, settings.bootId());
    }

    private boolean salvage(Segment segment, Page page, List<FoundSegment> behind) throws IOException {
        boolean whole = hasRecords(segment, behind);
        lookBehind(behind);
        Salvage salvage = new Salvage(page, geometry);
        int from = segment.sealed();
        if (salvage.findsSeal(from) || isShort && salvage.finds(from)) {
            throw corrupt(segment.file(), segment.base() + from, "a group does not hold, though no power was cut");
        }
        int end = salvage.settle(from, whole);
        checkNotSynced(segment.file(), segment.base() + end);
        salvagedRecords += salvage.records();
        holes += salvage.holes();
        segment.resumeAt(end);
        droppedBytes += SegmentMemory.clearBehind(page, end);
        if (!whole) {
            pages.storeBack(segment, page, from);
            release(behind);
            return false;
        }
        GroupChain chain = new GroupChain(crc, ordinal);
        new SegmentSealer(segment, chain).advance(segments.get(0).base(), synced);
        crc = chain.crc();
        ordinal = chain.ordinal();
        chained = true;
        pages.storeBack(segment, page, from);
        segment.written(geometry.segmentBytes());
        segment.evict();
        return true;
    }

    /** Whether the segment that follows has a record: then the killed process had rolled, and this one was full. */
    private boolean hasRecords(Segment segment, List<FoundSegment> behind) throws IOException {
        if (behind.isEmpty()) {
            return false;
        }
        FoundSegment next = behind.get(0);
        SegmentHeader header = next.header();
        if (header == null || next.base() != segment.base() + geometry.segmentBytes() || !isSalvageable(header)) {
            return false;
        }
        Page page = pages.load(next.file());
        try {
            return new Salvage(page, geometry).finds(geometry.first());
        } finally {
            page.release();
        }
    }

    // ---- the end of the log ----

    /** The log ends where a segment is missing or has no header; or what there was before is only a leftover, and it begins here. */
    private boolean endBefore(List<FoundSegment> found, int index, long expected) throws IOException {
        FoundSegment segment = found.get(index);
        List<FoundSegment> behind = found.subList(index + 1, found.size());
        int groups = lookBehind(List.of(segment)) + lookBehind(behind);
        if (segment.header() == null && !segment.blank()) {
            throw corrupt(segment.file(), segment.base(), "its header does not hold");
        }
        if (isLeftover(expected)) {
            dropSoFar();
            if (isLeftover(segment.base())) {
                inventory.release(segment);
                return true;
            }
            return takeUp(found, index);
        }
        checkNotSynced(segment.file(), expected);
        droppedGroups += groups;
        List<FoundSegment> all = new ArrayList<>(behind);
        all.add(0, segment);
        release(all);
        return false;
    }

    private void learn(SegmentScan scan) {
        start = Math.max(start, scan.start());
        synced = Math.max(synced, scan.synced());
    }

    /** Whether the segment that holds a position was truncated away: a later group knew so. Its name is back, or not gone yet. */
    private boolean isLeftover(long position) {
        return geometry.numberOf(position) < geometry.numberOf(start);
    }

    /** What a group knew to be truncated away stays so, though its name may be back. */
    private void dropTruncated() throws IOException {
        while (!segments.isEmpty() && isLeftover(segments.get(0).base())) {
            drop(segments.remove(0));
        }
    }

    private void drop(Segment segment) throws IOException {
        segment.evict();
        inventory.release(inventory.find(segment.base()));
    }

    /** The log begins behind what was taken up so far. */
    private void dropSoFar() throws IOException {
        for (Segment segment : segments) {
            drop(segment);
        }
        segments.clear();
        chained = false;
        ordinal = 0;
    }

    /** Learns what later segments knew to be on the device; returns how many valid groups they have. */
    private int lookBehind(List<FoundSegment> behind) throws IOException {
        int groups = 0;
        for (FoundSegment found : behind) {
            SegmentHeader header = found.header();
            if (header == null) {
                continue;
            }
            Page page = pages.load(found.file());
            try {
                SegmentScan scan = new SegmentScan(page.buffer(), geometry, header.epoch(), found.base());
                groups += scan.searchBehind(geometry.first());
                learn(scan);
            } finally {
                page.release();
            }
        }
        return groups;
    }

    private void checkNotSynced(SegmentFile file, long position) {
        if (synced > position) {
            throw corrupt(file, position, "bytes do not hold, but were on the device: synced=" + synced);
        }
    }

    private static WalException corrupt(SegmentFile file, long position, String what) {
        return new WalException(
                Reason.CORRUPT,
                "log is damaged: " + what + ", position=" + position + ", segment=" + file.path()
                        + "; verify and repair it with the log's tool");
    }

    private void cut(Segment segment, int end, int groups, List<FoundSegment> behind) throws IOException {
        droppedGroups += groups;
        release(behind);
        Page page = segment.page();
        long cleared = SegmentMemory.clearBehind(page, end);
        droppedBytes += cleared;
        if (cleared > 0) {
            pages.storeBack(segment, page, end);
            segment.file().channel().force(false);
        }
    }

    /** Newest first, so that what is left is a log at every moment. */
    private void release(List<FoundSegment> behind) throws IOException {
        for (int index = behind.size() - 1; index >= 0; index--) {
            inventory.release(behind.get(index));
            directory.force();
        }
    }

    // ---- the result ----

    private RecoveredLog finish() throws IOException {
        long durable = synced;
        long next = Math.max(firstNumber, geometry.numberOf(start));
        if (!segments.isEmpty()) {
            Segment last = last();
            next = last.number() + 1;
            for (Segment segment : segments) {
                if (segment.isComplete()) {
                    segment.evict();
                }
            }
            if (settings.level() == Durability.SYNC) {
                durable = forceAll(last);
            }
        }
        RecoveryReport report = new RecoveryReport(
                (segments.isEmpty() ? geometry.baseOf(next) : segments.get(0).base()) + geometry.first(),
                segments.isEmpty() || last().isComplete() ? geometry.baseOf(next) + geometry.first() : end(last()),
                segments.size(),
                scannedBytes,
                salvagedRecords,
                holes,
                droppedBytes,
                droppedGroups,
                Duration.ofNanos(System.nanoTime() - begun));
        return new RecoveredLog(segments, next, new GroupChain(crc, ordinal), durable, inventory.free(), report);
    }

    private Segment last() {
        return segments.get(segments.size() - 1);
    }

    private static long end(Segment segment) {
        return segment.base() + segment.tail();
    }

    /** What is served from here on is on the device, and not only in a cache that remembered it. */
    private long forceAll(Segment last) throws IOException {
        for (Segment segment : segments) {
            if (segment.base() + segment.bytes() > synced) {
                segment.file().channel().force(false);
            }
        }
        directory.force();
        return last.base() + last.sealed();
    }
}
