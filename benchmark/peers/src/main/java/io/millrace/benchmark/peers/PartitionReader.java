package io.millrace.benchmark.peers;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * One consumer that reads where it is told. Where a read goes on after the one before, it uses what is fetched already;
 * else it seeks. For one thread at a time; closed by another when the reading is over.
 */
final class PartitionReader implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int RECORDS = 10;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String topic;
    private @Nullable TopicPartition assigned;
    private long position = -1;

    PartitionReader(String address, String topic) {
        this.topic = topic;
        consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        address,
                        "max.poll.records",
                        RECORDS,
                        "fetch.max.wait.ms",
                        1,
                        "max.partition.fetch.bytes",
                        32 << 10,
                        "enable.auto.commit",
                        false,
                        "auto.offset.reset",
                        "none"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Fewer than {@code count} only at the end of the partition. */
    Collection<byte[]> read(int partition, long offset, int count) throws IOException {
        TopicPartition wanted = new TopicPartition(topic, partition);
        boolean known = wanted.equals(assigned) && position == offset;
        if (!wanted.equals(assigned)) {
            consumer.assign(List.of(wanted));
            assigned = wanted;
        }
        if (!known) {
            consumer.seek(wanted, offset);
            position = offset;
        }
        List<byte[]> found = new ArrayList<>(count);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (found.size() < count && !isAtEnd(wanted)) {
            for (Iterator<ConsumerRecord<byte[], byte[]>> each =
                            consumer.poll(POLL).records(wanted).iterator();
                    each.hasNext(); ) {
                take(each.next(), found, count);
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("Kafka does not answer within " + PATIENCE + ": " + wanted + " at " + position);
            }
        }
        if (position != consumer.position(wanted)) {
            consumer.seek(wanted, position); // more was polled than was asked for
        }
        return found;
    }

    private void take(ConsumerRecord<byte[], byte[]> record, List<byte[]> found, int count) {
        if (found.size() < count) {
            found.add(record.value());
            position = record.offset() + 1;
        }
    }

    /** The lag is known once a fetch has come back, which a poll without records brings about. */
    private boolean isAtEnd(TopicPartition partition) {
        var lag = consumer.currentLag(partition);
        return lag.isPresent() && lag.getAsLong() == 0;
    }

    @Override
    public void close() {
        consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ofSeconds(1)));
    }
}
