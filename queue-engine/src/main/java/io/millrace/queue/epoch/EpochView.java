package io.millrace.queue.epoch;

import io.millrace.memory.Page;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The epochs that no sorted run holds yet, oldest first, as they stood at one moment: what the log's segments from {@link
 * #start} on say.
 *
 * <p><b>Threads:</b> immutable and reference counted; born with one reference. While one is held, no page of these epochs
 * is used for anything else.
 */
public final class EpochView {

    private final Epoch[] epochs;
    private final Page[] pages;
    private final int segmentShift;
    private final long firstNumber;
    private final long start;
    private final AtomicInteger references = new AtomicInteger(1);

    /** A view of these epochs, consecutive and oldest first; takes a reference of each. */
    public EpochView(List<Epoch> epochs, int segmentBytes, long startWhenEmpty) {
        this.epochs = epochs.toArray(new Epoch[0]);
        this.pages = new Page[this.epochs.length];
        this.segmentShift = Integer.numberOfTrailingZeros(segmentBytes);
        this.firstNumber = this.epochs.length == 0 ? 0 : this.epochs[0].number();
        this.start = this.epochs.length == 0 ? startWhenEmpty : this.epochs[0].firstPosition();
        for (int i = 0; i < pages.length; i++) {
            this.epochs[i].retain();
            pages[i] = this.epochs[i].page();
        }
    }

    /** Position of the oldest record; older messages are in runs. */
    public long start() {
        return start;
    }

    /** The page with the record at this position, which is not below {@link #start}. */
    public Page page(long position) {
        return pages[(int) ((position >>> segmentShift) - firstNumber)];
    }

    /** Where in its page the record at this position begins. */
    public int index(long position) {
        return (int) (position & (1L << segmentShift) - 1);
    }

    /** Adds a reference if there is one left. */
    public boolean tryRetain() {
        int now = references.get();
        while (now > 0) {
            if (references.compareAndSet(now, now + 1)) {
                return true;
            }
            now = references.get();
        }
        return false;
    }

    /** Gives a reference back; the last gives the epochs back. */
    public void release() {
        if (references.decrementAndGet() == 0) {
            for (Epoch epoch : epochs) {
                epoch.release();
            }
        }
    }
}
