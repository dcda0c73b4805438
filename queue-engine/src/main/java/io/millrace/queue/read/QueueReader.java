package io.millrace.queue.read;

import io.millrace.queue.QueueException;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.catalog.QueueTail;
import io.millrace.queue.epoch.EpochView;
import io.millrace.queue.epoch.MessageChain;
import io.millrace.queue.epoch.MessageDescriptor;
import io.millrace.queue.run.MessageSink;
import io.millrace.queue.run.RunExtent;
import io.millrace.queue.run.RunReader;
import io.millrace.wal.WalRecord;
import java.nio.ByteBuffer;

/**
 * Reads messages by queue and offset. One thread at a time; what it holds between calls is only for the next to be faster.
 *
 * <p>A queue's tail is loaded before the view is taken, so that the view is at least as new: what the tail says is in an
 * epoch is there, or in a run of the view.
 */
public final class QueueReader {

    private static final int BATCH = 256;

    /** Of one read of a run; what is more is read in several. */
    private static final int READ_BYTES_MAX = 64 << 10;

    private final Catalog catalog;
    private final RunReader blocks;
    private final QueueTail tail = new QueueTail();
    private final RunExtent extent = new RunExtent();
    private final long[] positions = new long[BATCH];

    /** Where views are had. */
    @FunctionalInterface
    public interface Views {

        /** Gives: the view of the moment, with a reference that the caller releases. */
        StoreView acquire();
    }

    /** Reads queues of this catalog; run blocks go through this reader, which becomes its own. */
    public QueueReader(Catalog catalog, RunReader blocks) {
        this.catalog = catalog;
        this.blocks = blocks;
    }

    /** What is read of run blocks, for its owner to close. */
    public RunReader blocks() {
        return blocks;
    }

    /** The queue's tail as the last {@link #read} saw it. */
    public QueueTail tail() {
        return tail;
    }

    /**
     * Gives the sink the messages with the offsets from {@code from}, included, to {@code to}, excluded, that exist, in
     * their order. Pages that the sink sees are valid during the call, and as long as it retains them.
     *
     * @return the view that the messages came from, with a reference that the caller releases
     */
    public StoreView read(int queue, long from, long to, Views views, MessageSink sink) {
        tail.load(catalog, queue);
        StoreView view = views.acquire();
        boolean done = false;
        try {
            long begin = Math.max(from, tail.first());
            long end = Math.min(to, tail.next());
            if (begin < end) {
                long next = readRuns(queue, begin, end, view, sink);
                readEpochs(queue, next, end, view.epochs(), sink);
            }
            done = true;
            return view;
        } finally {
            if (!done) {
                view.release();
            }
        }
    }

    /** Reads what runs hold of the range; returns the first offset that none of them can hold. */
    private long readRuns(int queue, long begin, long end, StoreView view, MessageSink sink) {
        int run = view.runCount() - 1;
        while (run >= 0 && !view.run(run).locate(queue, extent)) {
            run--;
        }
        if (run < 0 || begin >= extent.firstOffset() + extent.count()) {
            return begin;
        }
        int newest = run;
        while (run > 0 && begin < extent.firstOffset()) {
            run--;
            while (run > 0 && !view.run(run).locate(queue, extent)) {
                run--;
            }
        }
        long next = begin;
        for (; run <= newest && next < end; run++) {
            if (!view.run(run).locate(queue, extent)) {
                continue;
            }
            long first = extent.firstOffset();
            long runEnd = first + extent.count();
            if (runEnd <= next) {
                continue;
            }
            if (first > next) {
                next = Math.min(end, skipTrimmed(queue, next, Math.min(first, end)));
            }
            long until = Math.min(end, runEnd);
            while (next < until) {
                int count = (int) Math.min(until - next, Integer.MAX_VALUE);
                next += view.run(run).read(queue, next, count, READ_BYTES_MAX, blocks, sink);
            }
        }
        return next;
    }

    private void readEpochs(int queue, long begin, long end, EpochView epochs, MessageSink sink) {
        long next = begin;
        while (next < end) {
            int count = (int) Math.min(end - next, BATCH);
            long position = MessageChain.find(epochs, tail.head(), tail.next() - 1, tail.skip(), next + count - 1);
            int known = 0;
            while (position != MessageChain.NONE && known < count) {
                positions[known++] = position;
                position = known < count ? MessageChain.previous(epochs, position) : position;
            }
            if (known < count) {
                next = skipTrimmed(queue, next, next + count - known);
            }
            for (int i = known - 1; i >= 0; i--) {
                give(queue, next++, epochs, positions[i], sink);
            }
        }
    }

    private void give(int queue, long offset, EpochView epochs, long position, MessageSink sink) {
        int record = epochs.index(position);
        ByteBuffer page = epochs.page(position).buffer();
        int header = page.getInt(record);
        int prefix = MessageDescriptor.prefix(WalRecord.type(header));
        int payload = record + WalRecord.headerLength();
        if (page.getInt(payload + MessageDescriptor.QUEUE_ID_OFFSET) != queue) {
            throw new QueueException(
                    QueueException.Reason.CORRUPT,
                    "memory is damaged: a message of another queue stands at position=" + position + ", queue="
                            + catalog.name(queue) + ", offset=" + offset);
        }
        sink.accept(offset, epochs.page(position), payload + prefix, WalRecord.length(header) - prefix);
    }

    /** Messages that are nowhere were trimmed since the tail was loaded, or they are missing. */
    private long skipTrimmed(int queue, long from, long to) {
        long first = catalog.first(queue);
        if (first < to && catalog.isLive(queue)) {
            throw new QueueException(
                    QueueException.Reason.CORRUPT,
                    "messages are missing: offsets=" + Math.max(from, first) + " to " + (to - 1) + ", queue="
                            + catalog.name(queue) + "; run `millrace queue verify` on the directory");
        }
        return to;
    }
}
