package io.millrace.transport;

import io.netty.channel.EventLoop;
import java.util.Arrays;

/**
 * Writes all batches of one loop that were committed in a turn, in one task.
 *
 * <p>Netty runs submitted tasks after the reads of a turn, so the task finds the answers to everything that was read. A batch that is
 * committed while the task runs (by a handler that became writable, for instance) waits for the next one, which Netty runs before it polls
 * again; hence two arrays that change places.
 */
final class LoopFlusher implements Runnable {
    static final LoopLocal<LoopFlusher> OF_LOOP = LoopLocal.of(LoopFlusher::new);

    private static final int INITIAL_CAPACITY = 64;

    private final EventLoop loop;
    private WriteBatch[] dirty = new WriteBatch[INITIAL_CAPACITY];
    private WriteBatch[] spare = new WriteBatch[INITIAL_CAPACITY];
    private int count;

    private LoopFlusher(EventLoop loop) {
        this.loop = loop;
    }

    /** The batch calls this once for each time that it becomes dirty. */
    void add(WriteBatch batch) {
        if (count == dirty.length) {
            dirty = Arrays.copyOf(dirty, count * 2);
        }
        dirty[count++] = batch;
        if (count == 1) {
            loop.execute(this);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // emptied places must not keep closed channels reachable; nobody reads them
    public void run() {
        WriteBatch[] batches = dirty;
        int due = count;
        dirty = spare;
        spare = batches;
        count = 0;
        for (int place = 0; place < due; place++) {
            WriteBatch batch = batches[place];
            batches[place] = null;
            batch.flushAtEndOfTurn();
        }
    }
}
