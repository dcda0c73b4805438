package io.millrace.benchmark.peers.tiered;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Kafka's consumer on the one partition of one topic, as it comes; checks that it misses nothing and that every record is right. Not thread-safe. */
final class TopicReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration END = Duration.ofSeconds(10);

    /** What is done with a record. */
    @FunctionalInterface
    interface Sink {
        void accept(long offset, long dueNanos);
    }

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final int topicNumber;
    private long next;

    TopicReader(String address, String client, String topic, int topicNumber) {
        this.partition = new TopicPartition(topic, 0);
        this.topicNumber = topicNumber;
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", address, "client.id", client, "enable.auto.commit", false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(List.of(partition));
    }

    void seek(long offset) {
        consumer.seek(partition, offset);
        next = offset;
    }

    /** The offset behind the last record. */
    long next() {
        return next;
    }

    /** Waits for some records, a moment at most, and returns how many bytes of values came. */
    long poll(Sink sink) {
        Collection<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL).records(partition);
        long bytes = 0;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (record.offset() != next) {
                throw new IllegalStateException("record missing or twice: " + partition + ", offset=" + record.offset()
                        + " (expected: " + next + ")");
            }
            byte[] value = record.value();
            sink.accept(next, RecordContent.check(topicNumber, next, value));
            bytes += value.length;
            next++;
        }
        return bytes;
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(END));
    }
}
