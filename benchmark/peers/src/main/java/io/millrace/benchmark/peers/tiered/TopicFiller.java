package io.millrace.benchmark.peers.tiered;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes what lagging consumers will read, all topics side by side, in large batches. */
final class TopicFiller {
    private final String address;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    TopicFiller(String address) {
        this.address = address;
    }

    /**
     * Returns when all is acknowledged.
     *
     * @param topics their numbers, by their names
     * @param bytes of values, of each
     */
    void fill(Map<String, Integer> topics, long bytes) throws IOException {
        long records = bytes / RecordContent.BYTES;
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        address,
                        "client.id",
                        "filler",
                        "acks",
                        "all",
                        "linger.ms",
                        50,
                        "batch.size",
                        256 << 10,
                        "buffer.memory",
                        64L << 20,
                        "max.block.ms",
                        300_000,
                        "delivery.timeout.ms",
                        300_000),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (long offset = 0; offset < records; offset++) {
                for (Map.Entry<String, Integer> topic : topics.entrySet()) {
                    send(producer, topic.getKey(), RecordContent.of(topic.getValue(), offset, 0));
                }
            }
            producer.flush();
            checkFailure();
        }
    }

    private void send(KafkaProducer<byte[], byte[]> producer, String topic, byte[] value) throws IOException {
        checkFailure();
        var unused = producer.send(new ProducerRecord<>(topic, 0, null, value), (metadata, e) -> {
            if (e != null) {
                failure.compareAndSet(null, e);
            }
        });
    }

    private void checkFailure() throws IOException {
        Exception failed = failure.get();
        if (failed != null) {
            throw new IOException("old data cannot be written: " + failed.getMessage(), failed);
        }
    }
}
