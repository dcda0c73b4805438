package io.millrace.tiered.clients;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.TopicPartition;

/** Producers and consumers of a topic's partitions that go on while brokers come and go, until {@link #finish}. */
final class Load implements AutoCloseable {

    private static final int RECORDS = 100;

    /** Segments on the leader's fast disk at which producers wait for copying. */
    private static final int BACKLOG = 6;

    private final TieredTopic topic;
    private final Ledger ledger;
    private final AtomicBoolean enough = new AtomicBoolean();
    private final AtomicBoolean allWritten = new AtomicBoolean();
    private final List<CompletableFuture<Void>> producers = new ArrayList<>();
    private final List<CompletableFuture<Void>> consumers = new ArrayList<>();

    /** Starts a producer and a consumer for each partition; what was written before is of the same ledger. */
    Load(TieredTopic topic, Ledger ledger, Random random) {
        this.topic = topic;
        this.ledger = ledger;
        for (TopicPartition partition : topic.all()) {
            Random own = new Random(random.nextLong());
            producers.add(start("producer of " + partition, () -> write(partition, own)));
            consumers.add(start("consumer of " + partition, () -> read(partition)));
        }
    }

    private static CompletableFuture<Void> start(String name, Runnable work) {
        return CompletableFuture.runAsync(work, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.start();
        });
    }

    private void write(TopicPartition partition, Random random) {
        try (RecordWriter writer = new RecordWriter(topic.cluster().bootstrap(), ledger, random, Map.of())) {
            while (!enough.get()) {
                writer.write(partition, 1, RECORDS);
                Replicas.await("copying keeps up", () -> enough.get() || backlog(partition) < BACKLOG);
            }
        }
    }

    private int backlog(TopicPartition partition) {
        return TieredTopic.localSegments(new Replicas(topic).leader(partition), partition)
                .size();
    }

    private void read(TopicPartition partition) {
        try (RecordReader reader = new RecordReader(topic.cluster().bootstrap(), partition, 0, Map.of())) {
            reader.readUntil(allWritten::get);
            reader.readTo(ledger.committed(partition).lastKey() + 1);
            ledger.assertCommitted(partition, 0, reader.seen());
        }
    }

    /** How many records are acknowledged. */
    int written() {
        return topic.all().stream()
                .mapToInt(partition -> ledger.committed(partition).size())
                .sum();
    }

    /** Waits until so many more records are acknowledged. */
    void awaitMore(int records) {
        int wanted = written() + records;
        Replicas.await(records + " more records", () -> written() >= wanted || failed());
    }

    private boolean failed() {
        return producers.stream().anyMatch(CompletableFuture::isCompletedExceptionally)
                || consumers.stream().anyMatch(CompletableFuture::isCompletedExceptionally);
    }

    /** Ends the producers, lets the consumers read to the end, and throws what any of them has met. */
    void finish() {
        enough.set(true);
        producers.forEach(CompletableFuture::join);
        allWritten.set(true);
        consumers.forEach(CompletableFuture::join);
    }

    @Override
    public void close() {
        enough.set(true);
        allWritten.set(true);
    }
}
