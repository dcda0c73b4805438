package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.load.LatencyHistogram;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * Follows a producer at the end of its topic and measures from when a record was due until it is here.
 *
 * <p>Threads: {@link #call} in one, what it found is there when it has returned; {@link #endAt} and {@link #hasBegun} from any.
 */
final class TailConsumer implements Callable<Long> {
    /** What the broker may be behind with after the window. */
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final String address;
    private final String topic;
    private final int topicNumber;
    private final long firstOffset;
    private final LoadWindow window;
    private final LatencyHistogram latencies = new LatencyHistogram();
    private final LatencyBands bands = new LatencyBands();
    private volatile long endOffset = Long.MAX_VALUE;
    private volatile boolean came;

    TailConsumer(String address, String topic, int topicNumber, long firstOffset, LoadWindow window) {
        this.address = address;
        this.topic = topic;
        this.topicNumber = topicNumber;
        this.firstOffset = firstOffset;
        this.window = window;
    }

    /** Says behind which record nothing more comes. */
    void endAt(long offset) {
        endOffset = offset;
    }

    /** Whether it has got anything. */
    boolean hasBegun() {
        return came;
    }

    /** Returns how many records came, when it has the last. */
    @Override
    public Long call() throws IOException {
        try (TopicReader reader = new TopicReader(address, "tail", topic, topicNumber)) {
            reader.seek(firstOffset);
            while (reader.next() < endOffset) {
                reader.poll(this::arrived);
                came = reader.next() > firstOffset;
                if (window.isOver(System.nanoTime(), DRAIN_NANOS)) {
                    throw new IOException("the consumer at the tail is at offset " + reader.next() + " of " + endOffset
                            + " two minutes after the window");
                }
            }
            return reader.next() - firstOffset;
        }
    }

    private void arrived(long offset, long dueNanos) {
        if (window.contains(dueNanos)) {
            long nanos = System.nanoTime() - dueNanos;
            latencies.record(nanos);
            bands.record(nanos);
        }
    }

    LatencyHistogram latencies() {
        return latencies;
    }

    LatencyBands bands() {
        return bands;
    }
}
