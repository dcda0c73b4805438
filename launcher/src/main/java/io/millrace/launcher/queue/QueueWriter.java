package io.millrace.launcher.queue;

import io.millrace.queue.QueueStore;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One lane: puts its messages one after the other, and acknowledges them on standard output in batches, after their puts
 * have returned.
 */
final class QueueWriter implements Runnable {

    static final int BATCH = 10_000;

    /** One put of so many is timed: enough for a p99, too few to slow the others down. */
    private static final int TIMED = 64;

    private final QueueStore store;
    private final QueueWorkload workload;
    private final int lane;
    private final int[] present;
    private final LongSupplier nanoTime;
    private final PrintStream out;

    /**
     * A lane of a workload.
     *
     * @param present by queue, how many messages it holds already; borrowed, not changed
     */
    QueueWriter(
            QueueStore store, QueueWorkload workload, int lane, int[] present, LongSupplier nanoTime, PrintStream out) {
        this.store = store;
        this.workload = workload;
        this.lane = lane;
        this.present = present;
        this.nanoTime = nanoTime;
        this.out = out;
    }

    @Override
    public void run() {
        long begun = nanoTime.getAsLong();
        List<Long> timed = new ArrayList<>();
        int count = workload.messages(lane);
        for (int index = 0; index < count; index++) {
            int queue = workload.queueAt(lane, index);
            int offset = workload.offsetAt(lane, index);
            if (offset >= present[queue]) {
                put(queue, offset, index % TIMED == 0 ? timed : null);
            }
            if ((index + 1) % BATCH == 0 || index + 1 == count) {
                out.println(new Acknowledgement(lane, index + 1, nanoTime.getAsLong() - begun, timed).line());
                timed.clear();
            }
        }
    }

    private void put(int queue, int offset, @Nullable List<Long> timed) {
        String name = workload.name(queue);
        byte[] message = workload.message(queue, offset);
        if (timed == null) {
            store.put(name, message);
            return;
        }
        long begun = nanoTime.getAsLong();
        store.put(name, message);
        timed.add(nanoTime.getAsLong() - begun);
    }
}
