package io.millrace.launcher.broker;

import io.millrace.launcher.load.Latencies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A topic of one partition with small segments. <b>Threads.</b> One; the producer's own notes the latencies. */
final class TieredOrders implements AutoCloseable {

    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);

    /** The smallest that Kafka takes. */
    private static final int SEGMENT_BYTES = 1 << 20;

    private static final int VALUE_BYTES = 1024;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(200);

    private final DemoBroker broker;
    private final Admin admin;

    private TieredOrders(DemoBroker broker, Admin admin) {
        this.broker = broker;
        this.admin = admin;
    }

    /** Makes the topic. */
    static TieredOrders create(DemoBroker broker) throws InterruptedException {
        TieredOrders orders = new TieredOrders(broker, Admin.create(Map.of("bootstrap.servers", broker.address())));
        NewTopic topic = new NewTopic(PARTITION.topic(), 1, (short) 1)
                .configs(Map.of("remote.storage.enable", "true", "segment.bytes", Integer.toString(SEGMENT_BYTES)));
        orders.get(orders.admin.createTopics(List.of(topic)).all());
        return orders;
    }

    /** Writes records of random bytes, and returns when all are acknowledged. */
    Latencies write(int records, long seed, RecordDigest digest) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        long[] nanos = new long[records];
        AtomicReference<@Nullable Exception> failed = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address(), "acks", "all", "linger.ms", 5),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < records; i++) {
                byte[] key = new byte[Long.BYTES];
                byte[] value = new byte[VALUE_BYTES];
                random.nextBytes(key);
                random.nextBytes(value);
                digest.add(i, key, value);
                int index = i;
                long sent = System.nanoTime();
                var unused = producer.send(
                        new ProducerRecord<>(PARTITION.topic(), PARTITION.partition(), key, value),
                        (where, failure) -> {
                            nanos[index] = System.nanoTime() - sent;
                            if (failure != null) {
                                failed.compareAndSet(null, failure);
                            }
                        });
            }
            producer.flush();
        }
        Exception failure = failed.get();
        if (failure != null) {
            throw broker.failure("did not take a record: " + failure.getMessage());
        }
        return Latencies.copyOf(nanos, nanos.length);
    }

    /** Waits until every segment but the one that is written to has a copy on the slow disk. */
    void awaitCopies() throws InterruptedException {
        await("did not copy its segments", () -> coldSegments() >= fastSegments() - 1);
    }

    /** Lets the fast disk keep next to nothing, and waits until it does. */
    void evict() throws InterruptedException {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, PARTITION.topic());
        AlterConfigOp least = new AlterConfigOp(new ConfigEntry("local.retention.bytes", "1"), OpType.SET);
        get(admin.incrementalAlterConfigs(Map.of(topic, List.of(least))).all());
        await("did not let its segments go", () -> fastSegments() == 1);
    }

    /** Reads from the first offset on until so many records are there, or none has come for long. */
    void read(long records, RecordDigest digest) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.address()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            long last = System.nanoTime();
            while (digest.records() < records && System.nanoTime() - last < LIMIT.toNanos()) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
                    digest.add(each.offset(), each.key(), each.value());
                    last = System.nanoTime();
                }
            }
        }
    }

    int fastSegments() {
        Path folder = broker.fast().resolve(PARTITION.toString());
        return (int)
                list(folder).filter(file -> file.toString().endsWith(".log")).count();
    }

    int coldSegments() {
        return (int) cold(".manifest").count();
    }

    long coldBytes() {
        return cold(".data").mapToLong(TieredOrders::size).sum();
    }

    /** Of all topics; only this one has old segments. */
    private Stream<Path> cold(String suffix) {
        return list(broker.slow())
                .filter(Files::isDirectory)
                .flatMap(TieredOrders::list)
                .filter(file -> file.toString().endsWith(suffix));
    }

    private static Stream<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look at " + file, e);
        }
    }

    private void await(String otherwise, BooleanSupplier condition) throws InterruptedException {
        long begun = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (!broker.isAlive() || System.nanoTime() - begun > LIMIT.toNanos()) {
                throw broker.failure(otherwise + ": " + fastSegments() + " segments on the fast disk, " + coldSegments()
                        + " on the slow one");
            }
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
    }

    private <T> T get(Future<T> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw broker.failure("did not do what it was asked: " + e.getCause());
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
