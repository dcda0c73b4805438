package io.millrace.benchmark.peers;

import io.millrace.benchmark.queue.QueueLevel;
import io.millrace.benchmark.queue.QueueSettings;
import io.millrace.benchmark.queue.QueueSubject;
import io.millrace.benchmark.queue.QueueSubjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Kafka with one partition for each queue, all of one topic, in a real broker beside this process.
 *
 * <p>A put is an asynchronous send of one producer that all threads share (idempotent, {@code acks=all}, 5 ms to fill a
 * batch of 64 KiB), so it returns before the broker has it: a commit waits for all. Opening waits until every partition has a leader,
 * for the producer of 4.3.1 does not get over those that have none yet ({@code OUT_OF_ORDER_SEQUENCE_NUMBER}, for ever). A thread reads with a consumer of its own.
 */
public final class KafkaQueues implements QueueSubject {
    private static final String TOPIC = "queues";
    private static final int CREATE_SECONDS = 300;
    private static final long BUFFER_BYTES = 256L << 20;

    private final Queue<PartitionReader> readers = new ConcurrentLinkedQueue<>();

    @SuppressWarnings("ThreadLocalUsage") // each store has readers of its own broker
    private final ThreadLocal<@Nullable PartitionReader> reader = new ThreadLocal<>();

    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private @Nullable KafkaBroker broker;
    private @Nullable KafkaProducer<byte[], byte[]> producer;

    @Override
    public void open(Path directory, QueueSettings settings) throws IOException {
        Map<String, String> forced =
                settings.level() == QueueLevel.SYNC ? Map.of("log.flush.interval.messages", "1") : Map.of();
        KafkaBroker opened = KafkaBroker.open(BrokerPlan.of(directory, settings.memoryMib() / 2, forced));
        broker = opened;
        createTopic(opened.address(), settings.queues());
        producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        opened.address(),
                        "acks",
                        "all",
                        "linger.ms",
                        5,
                        "max.block.ms",
                        120_000,
                        "buffer.memory",
                        BUFFER_BYTES),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static void createTopic(String address, int partitions) throws IOException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            if (!admin.listTopics()
                    .names()
                    .get(CREATE_SECONDS, TimeUnit.SECONDS)
                    .contains(TOPIC)) {
                admin.createTopics(List.of(new NewTopic(TOPIC, partitions, (short) 1)))
                        .all()
                        .get(CREATE_SECONDS, TimeUnit.SECONDS);
            }
            awaitLeaders(admin, partitions);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("Kafka does not make a topic of " + partitions + " partitions: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while making a topic", e);
        }
    }

    private static void awaitLeaders(Admin admin, int partitions)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            earliest.put(new TopicPartition(TOPIC, partition), OffsetSpec.earliest());
        }
        admin.listOffsets(earliest, new ListOffsetsOptions().timeoutMs(CREATE_SECONDS * 1000))
                .all()
                .get(CREATE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void put(String queue, byte[] message) throws IOException {
        QueueSubjects.opened(producer)
                .send(new ProducerRecord<>(TOPIC, QueueSubjects.index(queue), null, message), (metadata, e) -> {
                    if (e != null) {
                        failure.compareAndSet(null, e);
                    }
                });
        checkFailure();
    }

    private void checkFailure() throws IOException {
        Exception failed = failure.get();
        if (failed != null) {
            throw new IOException("Kafka does not write: " + failed.getMessage(), failed);
        }
    }

    @Override
    public Collection<byte[]> get(String queue, long offset, long count) throws IOException {
        PartitionReader own = reader.get();
        if (own == null) {
            own = new PartitionReader(QueueSubjects.opened(broker).address(), TOPIC);
            readers.add(own);
            reader.set(own);
        }
        return own.read(QueueSubjects.index(queue), offset, (int) count);
    }

    @Override
    public void commit() throws IOException {
        QueueSubjects.opened(producer).flush();
        checkFailure();
    }

    @Override
    public List<Long> processes() {
        return List.of(QueueSubjects.opened(broker).pid());
    }

    @Override
    public String describe() {
        return ", memory of the broker not counted, its CPU time counted";
    }

    @Override
    public void close() {
        KafkaProducer<byte[], byte[]> sender = producer;
        if (sender != null) {
            sender.close();
        }
        readers.forEach(PartitionReader::close);
        KafkaBroker opened = broker;
        if (opened != null) {
            opened.close();
        }
    }
}
