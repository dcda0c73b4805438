package io.millrace.benchmark.peers.tiered;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Reads a topic as fast as it may, again and again from the beginning: with more data than there is page cache, each time from the disk. */
final class LaggingConsumer implements Callable<Long> {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final String address;
    private final String topic;
    private final int topicNumber;
    private final long endOffset;
    private final double bytesPerSecond;
    private final BooleanSupplier isOver;
    private volatile long bytes;

    /**
     * @param endOffset behind its last record
     * @param bytesPerSecond that it takes at most; infinite for as fast as it goes
     */
    LaggingConsumer(
            String address,
            String topic,
            int topicNumber,
            long endOffset,
            double bytesPerSecond,
            BooleanSupplier isOver) {
        this.address = address;
        this.topic = topic;
        this.topicNumber = topicNumber;
        this.endOffset = endOffset;
        this.bytesPerSecond = bytesPerSecond;
        this.isOver = isOver;
    }

    /** That came so far. */
    long bytes() {
        return bytes;
    }

    /** Returns how many bytes came. */
    @Override
    public Long call() {
        long sum = 0;
        long began = System.nanoTime();
        try (TopicReader reader = new TopicReader(address, "lagging-" + topic, topic, topicNumber)) {
            reader.seek(0);
            while (!isOver.getAsBoolean()) {
                sum += reader.poll((offset, due) -> {});
                bytes = sum;
                if (reader.next() >= endOffset) {
                    reader.seek(0);
                }
                awaitTime(began + (long) (sum * 1e9 / bytesPerSecond));
            }
        }
        return sum;
    }

    private void awaitTime(long nanos) {
        for (long left = nanos - System.nanoTime();
                left > 0 && !isOver.getAsBoolean();
                left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TICK_NANOS));
        }
    }
}
