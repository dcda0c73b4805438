package io.millrace.tiered.clients;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A consumer of one partition from an offset on. An offset that is out of range is an error, as nobody resets it.
 *
 * <p><b>Threads.</b> One.
 */
final class RecordReader implements AutoCloseable {

    /** Cold disks, brokers that come back and a busy machine together. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final List<Seen> seen = new ArrayList<>();

    /** @param more properties of the consumer */
    RecordReader(String bootstrap, TopicPartition partition, long from, Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "bootstrap.servers",
                bootstrap,
                "auto.offset.reset",
                "none",
                "enable.auto.commit",
                false,
                "default.api.timeout.ms",
                (int) PATIENCE.toMillis(),
                "reconnect.backoff.max.ms",
                500));
        properties.putAll(more);
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.partition = partition;
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
    }

    /** Everything from an offset to the end that there is now. */
    static List<Seen> all(String bootstrap, TopicPartition partition, long from) {
        return all(bootstrap, partition, from, Map.of());
    }

    /** The same of what transactions have committed. */
    static List<Seen> committed(String bootstrap, TopicPartition partition, long from) {
        return all(bootstrap, partition, from, Map.of("isolation.level", "read_committed"));
    }

    static List<Seen> all(String bootstrap, TopicPartition partition, long from, Map<String, Object> more) {
        try (RecordReader reader = new RecordReader(bootstrap, partition, from, more)) {
            long end = Objects.requireNonNull(
                    reader.consumer.endOffsets(List.of(partition)).get(partition), "no end");
            return reader.readTo(end);
        }
    }

    /** Reads until the position is there. */
    List<Seen> readTo(long end) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (position() < end) {
            poll();
            if (System.nanoTime() > deadline) {
                throw new AssertionError("nothing comes within " + PATIENCE + ": " + partition + " at " + position()
                        + " (expected: to " + end + ")");
            }
        }
        return seen;
    }

    /** Reads until something has happened. */
    List<Seen> readUntil(BooleanSupplier happened) {
        while (!happened.getAsBoolean()) {
            poll();
        }
        return seen;
    }

    /** Takes what comes within a moment. */
    void poll() {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            seen.add(Seen.of(record));
        }
    }

    long position() {
        return consumer.position(partition);
    }

    List<Seen> seen() {
        return seen;
    }

    KafkaConsumer<byte[], byte[]> consumer() {
        return consumer;
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
}
