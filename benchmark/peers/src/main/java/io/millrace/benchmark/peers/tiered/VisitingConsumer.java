package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.load.LatencyHistogram;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Comes every few seconds and reads what was written since, from the page cache if nobody has pushed it out; measures how long it needs until it has all that was there when it came.
 *
 * <p>Threads: {@link #call} in one, what it found is there when it has returned.
 */
final class VisitingConsumer implements Callable<Long> {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long VISIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(120);

    private final String address;
    private final String topic;
    private final int topicNumber;
    private final long firstOffset;
    private final LoadWindow window;
    private final long everyNanos;
    private final LongSupplier acknowledged;
    private final LatencyHistogram visits = new LatencyHistogram();

    /** @param acknowledged the offset behind the last record that is there */
    VisitingConsumer(
            String address,
            String topic,
            int topicNumber,
            long firstOffset,
            LoadWindow window,
            double everySeconds,
            LongSupplier acknowledged) {
        this.address = address;
        this.topic = topic;
        this.topicNumber = topicNumber;
        this.firstOffset = firstOffset;
        this.window = window;
        this.everyNanos = (long) (everySeconds * TimeUnit.SECONDS.toNanos(1));
        this.acknowledged = acknowledged;
    }

    /** Returns how many records came; after the last visit that begins within the window. */
    @Override
    public Long call() throws IOException {
        try (TopicReader reader = new TopicReader(address, "visitor", topic, topicNumber)) {
            reader.seek(firstOffset);
            for (long next = System.nanoTime() + everyNanos; !window.isOver(next); next += everyNanos) {
                for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                    LockSupport.parkNanos(Math.min(left, TICK_NANOS));
                }
                if (window.isOver(next)) {
                    break; // It was not open yet when this visit was planned.
                }
                visit(reader, next);
            }
            return reader.next() - firstOffset;
        }
    }

    /** From when it was due: a visit that is late because the one before took long began then. */
    private void visit(TopicReader reader, long dueNanos) throws IOException {
        long all = acknowledged.getAsLong();
        while (reader.next() < all) {
            reader.poll((offset, due) -> {});
            if (System.nanoTime() - dueNanos > VISIT_NANOS_MAX) {
                throw new IOException("a consumer that came for " + all + " is at offset " + reader.next()
                        + " two minutes later, topic " + topic);
            }
        }
        if (window.contains(dueNanos)) {
            visits.record(System.nanoTime() - dueNanos);
        }
    }

    LatencyHistogram visits() {
        return visits;
    }
}
