package io.millrace.tiered.clients;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A producer of random records that keeps the ledger.
 *
 * <p>Records come in groups whose timestamps are {@link #GROUP_MILLIS} apart; a topic whose {@code segment.ms} is {@link #SEGMENT_MILLIS} has a segment for each. It outlives a broker's
 * kill: records are tried again until they are acknowledged, once each. <b>Threads.</b> One.
 */
final class RecordWriter implements AutoCloseable {

    static final long GROUP_MILLIS = 60_000;
    static final long SEGMENT_MILLIS = 30_000;

    /** Beyond what a broker needs to come back. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final int LARGE_BYTES = 100_000;

    private final KafkaProducer<byte[], byte[]> producer;
    private final Ledger ledger;
    private final Random random;
    private final Map<TopicPartition, Long> groups = new HashMap<>();
    private final List<Sent> sent = new ArrayList<>();
    private final long start;

    private record Sent(TopicPartition partition, long timestamp, long hash, Future<RecordMetadata> answer) {}

    /** @param more properties of the producer */
    RecordWriter(String bootstrap, Ledger ledger, Random random, Map<String, Object> more) {
        this(
                bootstrap,
                ledger,
                random,
                more,
                System.currentTimeMillis() - Duration.ofHours(20).toMillis());
    }

    /** @param start timestamp of the first group */
    RecordWriter(String bootstrap, Ledger ledger, Random random, Map<String, Object> more, long start) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "bootstrap.servers",
                bootstrap,
                "acks",
                "all",
                "linger.ms",
                5,
                "batch.size",
                4096 << random.nextInt(4),
                "max.block.ms",
                (int) PATIENCE.toMillis(),
                "delivery.timeout.ms",
                (int) PATIENCE.toMillis(),
                "request.timeout.ms",
                5000,
                "reconnect.backoff.max.ms",
                500));
        properties.putAll(more);
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.ledger = ledger;
        this.random = random;
        this.start = start;
    }

    KafkaProducer<byte[], byte[]> producer() {
        return producer;
    }

    /** Writes groups of records, and returns when all are acknowledged. */
    void write(TopicPartition partition, int count, int records) {
        for (int group = 0; group < count; group++) {
            send(partition, records);
            settle(true);
        }
    }

    /** The same with one group, whose first record has this timestamp. */
    void writeAt(TopicPartition partition, long timestamp, int records) {
        send(partition, timestamp, records);
        settle(true);
    }

    /** Sends a group of records and returns at once. */
    void send(TopicPartition partition, int records) {
        long group = groups.merge(partition, 1L, Long::sum) - 1;
        send(partition, start + group * GROUP_MILLIS, records);
    }

    private void send(TopicPartition partition, long first, int records) {
        for (int i = 0; i < records; i++) {
            send(new ProducerRecord<>(partition.topic(), partition.partition(), first + i, key(), value()));
        }
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        if (random.nextInt(10) == 0) {
            record.headers().add("header", bytes(random.nextInt(50)));
        }
        long hash = Seen.hash(
                record.timestamp(),
                record.key(),
                record.value(),
                record.headers().toArray());
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        sent.add(new Sent(partition, record.timestamp(), hash, producer.send(record)));
    }

    /** Waits for the answers, and enters the records into the ledger. */
    void settle(boolean isCommitted) {
        producer.flush();
        for (Sent each : sent) {
            long offset = answer(each).offset();
            ledger.write(each.partition(), new Seen(offset, each.timestamp(), each.hash()), isCommitted);
        }
        sent.clear();
    }

    private static RecordMetadata answer(Sent record) {
        try {
            return record.answer().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a record is not acknowledged: " + record.partition(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an answer", e);
        }
    }

    private byte @Nullable [] key() {
        return random.nextBoolean() ? null : bytes(1 + random.nextInt(30));
    }

    /** Some are absent, some empty, most have a kilobyte, a few fill a batch and more. */
    private byte @Nullable [] value() {
        int kind = random.nextInt(200);
        if (kind < 3) {
            return null;
        }
        return bytes(kind < 6 ? 0 : kind == 6 ? random.nextInt(LARGE_BYTES) : random.nextInt(2000));
    }

    /** Text of one line, half as long when compressed, so that programs can print it. */
    private byte[] bytes(int length) {
        StringBuilder text = new StringBuilder(length + 16);
        while (text.length() < length) {
            text.append(Long.toHexString(random.nextLong()));
        }
        return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
