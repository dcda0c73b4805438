package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A topic of records of all sizes and compressions is read back from the cold disk as it was written, by offset and by time. */
class WholeTopicIT {

    @RegisterExtension
    static final RunningBrokers BROKER = RunningBrokers.alone();

    private static final List<String> COMPRESSIONS = List.of("none", "gzip", "snappy", "lz4", "zstd");
    private static final int GROUPS = 3;
    private static final int RECORDS = 120;

    private static final Ledger LEDGER = new Ledger();
    private static final Random RANDOM = Seeds.random("WholeTopicIT");

    @SuppressWarnings("NullAway.Init") // by the method below
    private static TieredTopic topic;

    @BeforeAll
    static void write() {
        topic = TieredTopic.create(BROKER.cluster(), "whole", 2, Map.of());
        long start = System.currentTimeMillis() - 7_200_000;
        for (String compression : COMPRESSIONS) {
            try (RecordWriter writer = new RecordWriter(
                    BROKER.bootstrap(), LEDGER, RANDOM, Map.of("compression.type", compression), start)) {
                for (TopicPartition partition : topic.all()) {
                    writer.write(partition, GROUPS, RECORDS);
                }
            }
            start += GROUPS * RecordWriter.GROUP_MILLIS;
        }
        topic.evict();
    }

    @Test
    void everyRecordComesBack() {
        for (TopicPartition partition : topic.all()) {
            LEDGER.assertCommitted(partition, 0, RecordReader.all(BROKER.bootstrap(), partition, 0));
        }
    }

    @Test
    void fetchesMayBeSmallerThanBatches() {
        Map<String, Object> small = Map.of("max.partition.fetch.bytes", 5000, "fetch.max.bytes", 5000);
        for (TopicPartition partition : topic.all()) {
            LEDGER.assertCommitted(partition, 0, RecordReader.all(BROKER.bootstrap(), partition, 0, small));
        }
    }

    @Test
    void readersStartAnywhereAndAtTheSameTime() {
        ExecutorService readers = Executors.newFixedThreadPool(4);
        try {
            List<CompletableFuture<Void>> reads = IntStream.range(0, 12)
                    .mapToObj(i -> topic.partition(i % 2))
                    .map(partition -> {
                        long from = RANDOM.nextInt(LEDGER.committed(partition).size());
                        return CompletableFuture.runAsync(() -> read(partition, from), readers);
                    })
                    .toList();
            reads.forEach(CompletableFuture::join);
        } finally {
            readers.shutdownNow();
        }
    }

    private static void read(TopicPartition partition, long from) {
        LEDGER.assertCommitted(partition, from, RecordReader.all(BROKER.bootstrap(), partition, from));
    }

    @Test
    void timesLeadToOffsets() {
        TopicPartition partition = topic.partition(0);
        NavigableMap<Long, Seen> written = LEDGER.committed(partition);
        long first = written.firstEntry().getValue().timestamp();
        long last = written.lastEntry().getValue().timestamp();
        try (RecordReader reader = new RecordReader(BROKER.bootstrap(), partition, 0, Map.of())) {
            for (int i = 0; i < 40; i++) {
                long time = first - 5 + RANDOM.nextLong(last - first + 10);
                OffsetAndTimestamp found = reader.consumer()
                        .offsetsForTimes(Map.of(partition, time))
                        .get(partition);
                assertThat(found == null ? -1 : found.offset())
                        .as("offset of time %d", time)
                        .isEqualTo(offsetOf(written, time));
            }
        }
    }

    private static long offsetOf(NavigableMap<Long, Seen> written, long time) {
        return written.values().stream()
                .filter(record -> record.timestamp() >= time)
                .mapToLong(Seen::offset)
                .findFirst()
                .orElse(-1);
    }

    @Test
    void offsetsOfTheTiersAreListed() {
        for (TopicPartition partition : topic.all()) {
            long active = topic.activeSegment(partition);
            assertThat(active).isPositive();
            assertThat(topic.offset(partition, OffsetSpec.earliest())).isZero();
            assertThat(topic.offset(partition, OffsetSpec.earliestLocal())).isEqualTo(active);
            assertThat(topic.offset(partition, OffsetSpec.latestTiered())).isEqualTo(active - 1);
            assertThat(topic.offset(partition, OffsetSpec.latest()))
                    .isEqualTo(LEDGER.committed(partition).lastKey() + 1);
        }
    }

    @Test
    void coldFilesHoldWhatTheirDigestsSay() {
        for (TopicPartition partition : topic.all()) {
            List<ColdSegment> cold = TieredTopic.coldSegments(BROKER.broker(), topic, partition.partition());
            assertThat(cold).hasSize(COMPRESSIONS.size() * GROUPS - 1);
            assertThat(ColdSegment.runEnd(cold, 0)).isEqualTo(topic.activeSegment(partition));
            assertThat(cold).allSatisfy(each -> assertThat(each.computeDigest()).isEqualTo(each.digest()));
        }
    }
}
