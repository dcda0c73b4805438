package io.millrace.wal;

import io.millrace.memory.Page;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.page.SegmentCursor;
import io.millrace.wal.page.SegmentWindows;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the n-th record of the log: the seals say where to begin, marks shorten the walk.
 *
 * <pre>
 *   segment         1            2            3 (tail)
 *   records before  0            5,200        10,391        the last seal of the segment before says so
 *   marks           ┼──┼──┼──    (none yet)   ┼──┼          left by looks, one each 64 KiB
 * </pre>
 *
 * <p>Nothing is done when records are appended. Marks are kept of the {@link #MARKED_SEGMENTS} segments looked at last. <b>Threads.</b> Safe; one look at a time.
 */
final class RecordOrdinals {

    private static final Logger LOG = LoggerFactory.getLogger(RecordOrdinals.class);

    /** More than there will ever be: somebody between claim and publish holds up the count. */
    private static final long UNKNOWN = Long.MAX_VALUE;

    private static final int MARK_BYTES = 1 << 16;
    private static final int MARKED_SEGMENTS = 16;

    private final SegmentTable table;
    private final SegmentWindows windows;
    private final long anchorNumber;
    private final long anchorPosition;
    private final long anchorOrdinal;

    /** Records of the log before a segment, by its number. */
    private final ConcurrentSkipListMap<Long, Long> before = new ConcurrentSkipListMap<>();

    /** Marks by a segment's number; guarded by this. */
    private final Map<Long, List<Mark>> marks = new LinkedHashMap<>(MARKED_SEGMENTS, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, List<Mark>> eldest) {
            return size() > MARKED_SEGMENTS;
        }
    };

    /** A position between records, and how many records of the log are before it. */
    private record Mark(long position, long ordinal) {}

    /**
     * Of a log that was just opened.
     *
     * @param sealedRecords records up to the last segment's last seal
     */
    RecordOrdinals(SegmentTable table, SegmentWindows windows, long sealedRecords) {
        this.table = table;
        this.windows = windows;
        this.anchorNumber = table.last().number();
        this.anchorPosition = table.last().base() + table.last().sealed();
        this.anchorOrdinal = sealedRecords;
    }

    /** Ordinal of the log's first record, or of the next if there is none. */
    synchronized long first() {
        long number = table.startNumber();
        long first;
        try {
            first = recordsBefore(number);
        } catch (WalException e) {
            if (table.startNumber() == number) {
                throw e;
            }
            return first(); // it was let go of meanwhile: what comes behind it is the first now
        }
        if (first == UNKNOWN) {
            throw new WalException(Reason.NO_RECORD, "records before the log's start are not published yet");
        }
        return first;
    }

    /** Ordinal that the next record will have, as far as records are published. */
    synchronized long next() {
        long number = table.last().number();
        while (recordsBefore(number) == UNKNOWN && number > table.startNumber()) {
            number--;
        }
        first();
        long[] end = {-1};
        var unused = walk(find(number), Long.MAX_VALUE, end);
        return end[0];
    }

    /** Position of a record. */
    synchronized long positionOf(long ordinal) {
        long low = table.startNumber();
        long high = table.last().number();
        long first = first();
        if (ordinal < first) {
            throw new WalException(
                    Reason.NO_RECORD, "record was truncated: ordinal=" + ordinal + " (first: " + first + ")");
        }
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (recordsBefore(middle) <= ordinal) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        long[] end = {-1};
        long position = walk(find(low), ordinal, end);
        if (position < 0) {
            throw new WalException(
                    Reason.NO_RECORD, "no such record yet: ordinal=" + ordinal + " (next: " + end[0] + ")");
        }
        return position;
    }

    /** Before the segments below a number go: they are who knows what is before it. */
    void keep(long number) {
        Segment last = table.find(number - 1);
        if (last != null && last.isComplete()) {
            try {
                before.put(number, recordsUpTo(last));
            } catch (WalException e) {
                LOG.warn("ordinals are not known until the segment is full: number={}", number, e);
            }
        }
        before.headMap(number).clear();
    }

    private Segment find(long number) {
        Segment segment = table.find(number);
        if (segment == null) {
            throw new WalException(Reason.NO_RECORD, "log was truncated meanwhile: segment=" + number);
        }
        return segment;
    }

    private long recordsBefore(long number) {
        Long known = before.get(number);
        if (known != null) {
            return known;
        }
        try {
            long learned = learn(number);
            if (learned != UNKNOWN) {
                before.put(number, learned);
            }
            return learned;
        } catch (WalException e) {
            // The segments before it may have gone while we counted in them: then it was kept what they knew.
            known = before.get(number);
            if (known == null) {
                throw e;
            }
            return known;
        }
    }

    private long learn(long number) {
        Segment previous = table.find(number - 1);
        if (previous != null && previous.isComplete()) {
            return recordsUpTo(previous);
        }
        Segment itself = find(number);
        if (number == anchorNumber) {
            return anchorOrdinal - count(itself, anchorPosition);
        }
        if (previous != null) {
            long base = recordsBefore(number - 1);
            long records = base == UNKNOWN ? UNKNOWN : count(previous, Long.MAX_VALUE);
            return records == UNKNOWN ? UNKNOWN : base + records;
        }
        if (itself.isComplete()) {
            return recordsUpTo(itself) - count(itself, Long.MAX_VALUE);
        }
        throw new WalException(Reason.NO_RECORD, "ordinals are not known yet: segment=" + itself);
    }

    /** What the last seal of a complete segment says. */
    private long recordsUpTo(Segment complete) {
        Page page = complete.tryRetainPage();
        if (page != null) {
            try {
                return page.buffer().getLong(complete.limit() + SealDescriptor.ORDINAL_OFFSET);
            } finally {
                page.release();
            }
        }
        ByteBuffer seal = ByteBuffer.allocate(SealDescriptor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = complete.file().openForReading()) {
            while (seal.hasRemaining() && channel.read(seal, complete.limit() + seal.position()) >= 0) {
                // on to its end
            }
        } catch (IOException e) {
            throw new WalException(Reason.IO, "seal cannot be read: segment=" + complete, e);
        }
        if (complete.isRetired()) {
            throw new WalException(Reason.NO_RECORD, "log was truncated meanwhile: segment=" + complete);
        }
        if (seal.hasRemaining() || seal.getInt(0) != SealDescriptor.SEAL_HEADER) {
            throw new WalException(
                    Reason.CORRUPT,
                    "last seal does not hold: segment=" + complete + "; verify and repair it with the log's tool");
        }
        return seal.getLong(SealDescriptor.ORDINAL_OFFSET);
    }

    /** Records of a segment up to a position, or all; {@link #UNKNOWN} if one before is claimed and not published. */
    private long count(Segment segment, long end) {
        long limit = Math.min(end, segment.base() + segment.limit());
        long records = 0;
        try (SegmentCursor cursor = new SegmentCursor(table, windows, start(segment))) {
            while (cursor.nextPosition() < limit && cursor.next()) {
                records += cursor.position() < limit ? 1 : 0;
            }
            return cursor.nextPosition() < limit ? UNKNOWN : records;
        }
    }

    /** Walks to a record in the segment; returns -1, and in {@code end} what the next one's ordinal is, if it has too few. */
    private long walk(Segment segment, long ordinal, long[] end) {
        List<Mark> there = marks.computeIfAbsent(segment.number(), number -> new ArrayList<>());
        if (there.isEmpty()) {
            there.add(new Mark(start(segment), recordsBefore(segment.number())));
        }
        Mark from = there.get(lastUpTo(there, ordinal));
        long at = from.ordinal();
        try (SegmentCursor cursor = new SegmentCursor(table, windows, from.position())) {
            while (cursor.next() && cursor.position() < segment.base() + segment.bytes()) {
                if (cursor.position() >= there.get(there.size() - 1).position() + MARK_BYTES) {
                    there.add(new Mark(cursor.position(), at));
                }
                if (at == ordinal) {
                    return cursor.position();
                }
                at++;
            }
        }
        end[0] = at;
        return -1;
    }

    private static int lastUpTo(List<Mark> marks, long ordinal) {
        int low = 0;
        int high = marks.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (marks.get(middle).ordinal() <= ordinal) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static long start(Segment segment) {
        return segment.base() + segment.geometry().first();
    }
}
