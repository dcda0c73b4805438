package io.millrace.wal.append;

import io.millrace.memory.Page;
import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.WalRecord;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentSupply;
import io.millrace.wal.segment.SegmentTable;
import io.netty.buffer.ByteBuf;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where records are appended: claimed by one atomic addition, copied, published by one store.
 *
 * <pre>
 *   claim:    index = tail.getAndAdd(bytes)          no lock; a thread that sleeps here holds up readers, never appenders
 *   mark:     header := CLAIMED(length)              before the payload, for whoever finds the page of a killed process
 *   copy:     payload
 *   publish:  header := type(length), released       readers and the committer see the payload from here on
 * </pre>
 *
 * <p>A record that crosses a multiple of 64 KiB makes its writer claim room for a seal behind it: so groups are bounded however far behind the
 * committer is, and sealing costs appenders one addition in 64 KiB. The claim that crosses the segment's limit pads what is left; whoever finds the
 * segment full takes the next one, under the only lock here.
 *
 * <p><b>Threads.</b> Safe.
 */
public final class LogTail {

    private static final int HEADER = WalRecord.headerLength();

    private final SegmentTable table;
    private final SegmentSupply supply;
    private final SegmentEvents events;
    private final Duration patience;
    private final Runnable rolled;
    private final ReentrantLock rolling = new ReentrantLock();

    private volatile Segment active;
    private volatile @Nullable WalException ended;
    private volatile long endPosition;
    private volatile long rolls; // written under the lock of rolling

    /**
     * @param rolled called after each roll, to wake who works behind the appenders
     */
    public LogTail(SegmentTable table, SegmentSupply supply, SegmentEvents events, Duration patience, Runnable rolled) {
        this.table = table;
        this.supply = supply;
        this.events = events;
        this.patience = patience;
        this.rolled = rolled;
        this.active = table.last();
    }

    // ---- appending; the lengths are checked at the door ----

    /** Appends a copy and returns its position. */
    public long append(int type, byte[] bytes, int offset, int length) {
        int step = WalRecord.alignedLength(length);
        Segment segment = active;
        long start = segment.claim(step);
        while (start + step > segment.limit()) {
            segment = next(segment, start);
            start = segment.claim(step);
        }
        Page page = segment.page();
        int index = (int) start;
        mark(page, index, length);
        page.copyIn(index + HEADER, bytes, offset, length);
        page.setIntRelease(index, WalRecord.header(type, length));
        published(segment, index, step);
        return segment.base() + index;
    }

    /** Borrows: appends a copy of the readable bytes, whose indexes stay, and returns its position. */
    public long append(int type, ByteBuf record) {
        int length = record.readableBytes();
        int step = WalRecord.alignedLength(length);
        Segment segment = active;
        long start = segment.claim(step);
        while (start + step > segment.limit()) {
            segment = next(segment, start);
            start = segment.claim(step);
        }
        Page page = segment.page();
        int index = (int) start;
        mark(page, index, length);
        page.copyIn(index + HEADER, record, record.readerIndex(), length);
        page.setIntRelease(index, WalRecord.header(type, length));
        published(segment, index, step);
        return segment.base() + index;
    }

    /** Borrows: appends copies as one unit of {@code bytes} in all: they become visible, and survive, together. Returns the first one's position. */
    public long appendAll(int type, List<ByteBuf> records, int bytes) {
        Segment segment = active;
        long start = segment.claim(bytes);
        while (start + bytes > segment.limit()) {
            segment = next(segment, start);
            start = segment.claim(bytes);
        }
        Page page = segment.page();
        int index = (int) start;
        mark(page, index, bytes - HEADER);
        int first = 0;
        int at = index;
        for (ByteBuf record : records) {
            int length = record.readableBytes();
            page.copyIn(at + HEADER, record, record.readerIndex(), length);
            int header = WalRecord.header(type, length);
            if (at == index) {
                first = header; // published last: before that, the mark covers the whole unit
            } else {
                page.buffer().putInt(at, header);
            }
            at += WalRecord.alignedLength(length);
        }
        page.setIntRelease(index, first);
        published(segment, index, bytes);
        return segment.base() + index;
    }

    /** Claims the place of a record for the caller to write. */
    public void claim(int type, int length, Claim into) {
        int step = WalRecord.alignedLength(length);
        Segment segment = active;
        long start = segment.claim(step);
        while (start + step > segment.limit()) {
            segment = next(segment, start);
            start = segment.claim(step);
        }
        mark(segment.page(), (int) start, length);
        into.set(this, segment, (int) start, type, length);
    }

    /** As {@link #claim}, or false if a segment would have to be waited for. */
    public boolean tryClaim(int type, int length, Claim into) {
        int step = WalRecord.alignedLength(length);
        Segment segment = active;
        long start = segment.claim(step);
        while (start + step > segment.limit()) {
            pad(segment, start);
            if (!tryRoll(segment)) {
                return false;
            }
            segment = active;
            start = segment.claim(step);
        }
        mark(segment.page(), (int) start, length);
        into.set(this, segment, (int) start, type, length);
        return true;
    }

    /** Waits until the active segment has room, or throws as {@link #claim} does. */
    public void awaitRoom() {
        throwIfEnded();
        Segment segment = active;
        if (segment.isFull()) {
            roll(segment);
        }
    }

    private static void mark(Page page, int index, int length) {
        page.buffer().putInt(index, RecordDescriptor.claimed(length));
        VarHandle.storeStoreFence();
    }

    /** A record is published: claims room for a seal if it has crossed into the next stretch. */
    void published(Segment segment, int index, int step) {
        if (SealDescriptor.crosses(index, step)) {
            claimSlot(segment);
        }
    }

    // ---- the end of a group, the end of a segment ----

    /** Claims room for a seal; at the segment's end there always is. Returns the index behind it: the group ends there at the latest. */
    public int claimSlot(Segment segment) {
        return placeSlot(segment, segment.claim(SealDescriptor.BYTES));
    }

    private int placeSlot(Segment segment, long start) {
        if (start + SealDescriptor.BYTES <= segment.limit()) {
            segment.page().setIntRelease((int) start, SealDescriptor.SLOT_HEADER);
            return (int) start + SealDescriptor.BYTES;
        }
        pad(segment, start);
        return segment.bytes();
    }

    /** Fills what is left in front of the limit, if the claim at {@code start} is the one that crosses it. */
    private static void pad(Segment segment, long start) {
        int left = (int) (segment.limit() - start);
        if (start <= segment.limit() && left > 0) {
            segment.page().setIntRelease((int) start, RecordDescriptor.filling(RecordDescriptor.PAD, left));
        }
    }

    private Segment next(Segment full, long start) {
        pad(full, start);
        roll(full);
        return active;
    }

    private void roll(Segment full) {
        try {
            if (!rolling.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new WalException(
                        Reason.BACKPRESSURE,
                        "no segment ready: waited=" + patience + " (nothing was appended; retry later)");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WalException(Reason.INTERRUPTED, "interrupted while waiting for a segment", e);
        }
        try {
            throwIfEnded();
            if (active == full) {
                activate(supply.take(patience));
            }
        } finally {
            rolling.unlock();
        }
        rolled.run();
    }

    private boolean tryRoll(Segment full) {
        if (!rolling.tryLock()) {
            return false;
        }
        try {
            throwIfEnded();
            if (active == full) {
                Segment ready = supply.poll();
                if (ready == null) {
                    return false;
                }
                activate(ready);
            }
        } finally {
            rolling.unlock();
        }
        rolled.run();
        return true;
    }

    private void activate(Segment segment) {
        try {
            events.activated(segment);
        } catch (RuntimeException | Error e) {
            supply.giveBack(segment);
            throw e;
        }
        table.add(segment);
        rolls = rolls + 1;
        active = segment;
    }

    // ---- the end of the log ----

    /** Lets no record in from here on: appends throw what {@code why} says. The first reason stays. */
    public void end(WalException why) {
        rolling.lock();
        try {
            if (ended == null) {
                Segment last = active;
                // With room for a seal behind the last claim, so that all of them can be sealed.
                endPosition = last.base() + placeSlot(last, last.freeze());
                ended = why;
            }
        } finally {
            rolling.unlock();
        }
    }

    /** Why there are no more appends, or null while there are. */
    public @Nullable WalException ended() {
        return ended;
    }

    private void throwIfEnded() {
        WalException why = ended;
        if (why != null) {
            throw why.again();
        }
    }

    /** Changes to the next segment so far. */
    public long rolls() {
        return rolls;
    }

    /** Position behind the last claim. */
    public long position() {
        if (ended != null) {
            return endPosition;
        }
        Segment segment = active;
        return segment.base() + segment.tail();
    }
}
