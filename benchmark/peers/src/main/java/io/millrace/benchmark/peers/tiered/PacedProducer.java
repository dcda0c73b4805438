package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.load.LatencyHistogram;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends records when they are due, whether the broker keeps up or not, and measures from then until they are acknowledged: a broker that is late does not get fewer records.
 *
 * <p>One partition, one idempotent producer with {@code acks=all}, else as it comes: it waits 5 ms for more. Threads: {@link #call} in one, what it found is there when it has returned; {@link #acknowledged}
 * from any.
 */
final class PacedProducer implements Callable<Long> {
    /** Records that are due within this go out together: a thread cannot be woken more often. */
    private static final long TICK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private static final Duration END = Duration.ofMinutes(2);

    private final String address;
    private final String topic;
    private final int topicNumber;
    private final double recordsPerSecond;
    private final long firstOffset;
    private final LoadWindow window;
    private final LatencyHistogram latencies = new LatencyHistogram();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private volatile long acknowledged;

    /** @param firstOffset the end of the topic */
    PacedProducer(
            String address,
            String topic,
            int topicNumber,
            double recordsPerSecond,
            long firstOffset,
            LoadWindow window) {
        this.address = address;
        this.topic = topic;
        this.topicNumber = topicNumber;
        this.recordsPerSecond = recordsPerSecond;
        this.firstOffset = firstOffset;
        this.window = window;
        this.acknowledged = firstOffset;
    }

    /** Returns the offset behind the last record, when all are acknowledged. */
    @Override
    public Long call() throws IOException {
        long offset = firstOffset;
        KafkaProducer<byte[], byte[]> producer = producer();
        try {
            long began = System.nanoTime();
            for (long due = began; !window.isOver(due); due = began + dueAfter(offset - firstOffset)) {
                awaitTime(due);
                send(producer, offset, due);
                offset++;
            }
            producer.flush();
            checkFailure();
            return offset;
        } finally {
            producer.close(END);
        }
    }

    private long dueAfter(long records) {
        return (long) (records * 1e9 / recordsPerSecond);
    }

    private KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", address, "client.id", "producer", "acks", "all"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static void awaitTime(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TICK_NANOS));
        }
    }

    private void send(KafkaProducer<byte[], byte[]> producer, long offset, long due) throws IOException {
        checkFailure();
        byte[] value = RecordContent.of(topicNumber, offset, due);
        var unused = producer.send(new ProducerRecord<>(topic, 0, null, value), (metadata, e) -> {
            if (e != null) {
                failure.compareAndSet(null, e);
            } else if (metadata.offset() != offset) {
                failure.compareAndSet(
                        null,
                        new IOException("acknowledged at offset " + metadata.offset() + " (expected: " + offset + ")"));
            } else {
                acknowledged(offset, due);
            }
        });
    }

    /** In order, by the producer's one thread. */
    private void acknowledged(long offset, long due) {
        if (window.contains(due)) {
            latencies.record(System.nanoTime() - due);
        }
        acknowledged = offset + 1;
    }

    private void checkFailure() throws IOException {
        Exception failed = failure.get();
        if (failed != null) {
            throw new IOException("the broker does not take records: " + failed.getMessage(), failed);
        }
    }

    /** The offset behind the last record that is acknowledged. */
    long acknowledged() {
        return acknowledged;
    }

    LatencyHistogram latencies() {
        return latencies;
    }
}
