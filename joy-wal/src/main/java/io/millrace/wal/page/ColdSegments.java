package io.millrace.wal.page;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.record.GroupChecksum;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.segment.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads sealed segments that are not in memory: whole groups, each checked once, never a whole segment for one record.
 *
 * <pre>
 *   from a group's start:   read ahead a stretch, check its groups one by one, hand out those that are whole
 *   from any other place:   read on to the seal that follows; it says where its group starts
 * </pre>
 *
 * <p><b>Threads.</b> Safe.
 */
final class ColdSegments implements AutoCloseable {

    /** What a reader that catches up reads ahead: long enough that the disk streams. */
    private static final int AHEAD_BYTES = 1 << 20;

    /** What a single read takes at first: most groups. */
    private static final int SINGLE_BYTES = 2 * SealDescriptor.GROUP_BYTES;

    private static final int NOT_A_RECORD = -1;
    private static final int FURTHER_ON = -2;

    private final SegmentPages pages;
    private final ReadChannels channels = new ReadChannels();

    ColdSegments(SegmentPages pages) {
        this.pages = pages;
    }

    /** Gives: groups from {@code start}, which is where one starts, as many as one read brings; at least one. */
    Window ahead(Segment segment, int start) {
        return from(segment, start, AHEAD_BYTES);
    }

    /** Gives: the same before it is asked for, if there is memory to spare and one read brings a whole group; else null. */
    @Nullable
    Window early(Segment segment, int start) {
        Page page = pages.acquireSpare(pageBytes(segment, start, AHEAD_BYTES));
        return page == null ? null : window(segment, start, page);
    }

    private Window from(Segment segment, int start, int firstRead) {
        for (int bytes = firstRead; ; bytes = larger(segment, start, bytes)) {
            Window window = window(segment, start, pages.acquire(pageBytes(segment, start, bytes)));
            if (window != null) {
                return window;
            }
        }
    }

    /** Takes the page, and gives a window on what it holds of the segment from {@code start} on; null if that is not one whole group. */
    private @Nullable Window window(Segment segment, int start, Page page) {
        boolean given = false;
        try {
            fill(segment, start, page);
            int end = checkedEnd(segment, page, start);
            given = end > 0;
            return given ? new Window(page, segment.base() + start, end, () -> {}) : null;
        } finally {
            if (!given) {
                page.release();
            }
        }
    }

    /** Twice as much, unless that was all: then the group has no end. */
    private static int larger(Segment segment, int start, int bytes) {
        if (bytes >= segment.bytes() - start) {
            throw damaged(segment, start);
        }
        return 2 * bytes;
    }

    /** Index behind the last of the groups in the page that are whole and hold; 0 if the first one is not whole. */
    private static int checkedEnd(Segment segment, Page page, int start) {
        ByteBuffer memory = page.buffer();
        GroupChecksum checksum = new GroupChecksum(memory, segment.epoch(), segment.base());
        int readable = Math.min(page.capacity(), segment.bytes() - start);
        int end = 0;
        int at = 0;
        while (at + SealDescriptor.BYTES <= readable) {
            int header = memory.getInt(at);
            if (!RecordDescriptor.isPublished(header)) {
                return orDamaged(segment, start, end);
            }
            if (header == SealDescriptor.SEAL_HEADER) {
                if (!holds(memory, checksum, end, at)) {
                    return orDamaged(segment, start, end);
                }
                end = at + SealDescriptor.BYTES;
            }
            at += RecordDescriptor.step(header);
        }
        return end;
    }

    private static boolean holds(ByteBuffer memory, GroupChecksum checksum, int start, int seal) {
        return SealDescriptor.groupBytes(memory, seal) == seal - start
                && memory.getInt(seal + SealDescriptor.CRC_OFFSET) == checksum.of(start, seal);
    }

    /** What holds before the damage can be read; the damage itself is told when a reader comes to it. */
    private static int orDamaged(Segment segment, int start, int end) {
        if (end == 0) {
            throw damaged(segment, start);
        }
        return end;
    }

    private static WalException damaged(Segment segment, int start) {
        if (segment.isRetired()) {
            return new WalException(Reason.NO_RECORD, "log was truncated: position=" + (segment.base() + start));
        }
        return new WalException(
                Reason.CORRUPT,
                "group does not hold: position=" + (segment.base() + start) + ", segment=" + segment.file()
                        + "; verify and repair it with the log's tool");
    }

    /**
     * Gives: the group that holds the record at {@code index}.
     *
     * @throws WalException if no record starts there
     */
    Window around(Segment segment, int index) {
        int start = groupStart(segment, index);
        if (start < 0) {
            start = searchStart(segment, index);
        }
        Window window = from(segment, start, SINGLE_BYTES);
        if (isRecordStart(segment, window, index)) {
            return window;
        }
        window.close();
        throw new WalException(
                Reason.NO_RECORD,
                "no record starts there: position=" + (segment.base() + index) + ", segment=" + segment.file());
    }

    private static boolean isRecordStart(Segment segment, Window window, int index) {
        ByteBuffer memory = window.page().buffer();
        int place = (int) (segment.base() + index - window.shift());
        int at = 0;
        while (at < place && at < window.end()) {
            at += RecordDescriptor.step(memory.getInt(at));
        }
        return at == place && at < window.end();
    }

    /** Where the group around a place starts, as the next seal says, or -1 if the place leads to none. */
    private int groupStart(Segment segment, int index) {
        for (int bytes = SINGLE_BYTES; ; bytes = 2 * bytes) {
            int left = segment.bytes() - index;
            Page page = pages.acquire(pageBytes(segment, index, bytes));
            try {
                fill(segment, index, page);
                int seal = nextSeal(page.buffer(), Math.min(left, page.capacity()));
                if (seal >= 0) {
                    int start = index + seal - SealDescriptor.groupBytes(page.buffer(), seal);
                    boolean plausible = start >= segment.geometry().first() && start <= index;
                    return plausible ? start : -1;
                }
                if (seal == NOT_A_RECORD || page.capacity() >= left) {
                    return -1;
                }
            } finally {
                page.release();
            }
        }
    }

    private static int nextSeal(ByteBuffer memory, int readable) {
        int at = 0;
        while (at + SealDescriptor.BYTES <= readable) {
            int header = memory.getInt(at);
            if (!RecordDescriptor.isPublished(header)) {
                return NOT_A_RECORD;
            }
            if (header == SealDescriptor.SEAL_HEADER) {
                return at;
            }
            at += RecordDescriptor.step(header);
        }
        return FURTHER_ON;
    }

    /** The rare way: from group to group, to know whether the place is no record's or its bytes are damaged. */
    private int searchStart(Segment segment, int index) {
        int start = segment.geometry().first();
        while (true) {
            try (Window window = ahead(segment, start)) {
                int end = (int) (window.shift() + window.end() - segment.base());
                if (index < end) {
                    return start;
                }
                start = end;
            }
        }
    }

    private void fill(Segment segment, int start, Page page) {
        int readable = Math.min(page.capacity(), segment.bytes() - start);
        if (!channels.read(segment, page.buffer().duplicate().limit(readable), start)) {
            throw damaged(segment, start);
        }
    }

    /** Reads all of a segment into a page of its size, and checks every group. */
    void readWhole(Segment segment, Page into) {
        if (!channels.read(segment, into.buffer().duplicate(), 0)) {
            throw damaged(segment, segment.geometry().first());
        }
        check(segment, into);
    }

    /** Checks every group of a whole segment in memory. */
    static void check(Segment segment, Page page) {
        ByteBuffer memory = page.buffer();
        GroupChecksum checksum = new GroupChecksum(memory, segment.epoch(), segment.base());
        int group = segment.geometry().first();
        int at = group;
        while (group < segment.bytes()) {
            int header = at > segment.limit() ? 0 : memory.getInt(at);
            boolean sealed = header == SealDescriptor.SEAL_HEADER;
            if (!RecordDescriptor.isPublished(header) || sealed && !holds(memory, checksum, group, at)) {
                throw damaged(segment, group);
            }
            at += RecordDescriptor.step(header);
            group = sealed ? at : group;
        }
    }

    void forget(Segment segment) throws IOException {
        channels.forget(segment);
    }

    @Override
    public void close() throws IOException {
        channels.close();
    }

    /** A page for so many bytes, or for what the segment has from there on. */
    private static int pageBytes(Segment segment, int start, int bytes) {
        return Math.min(pageBytes(bytes), pageBytes(segment.bytes() - start));
    }

    private static int pageBytes(int bytes) {
        return bytes + PageArena.PAGE_UNIT - 1 & -PageArena.PAGE_UNIT;
    }
}
