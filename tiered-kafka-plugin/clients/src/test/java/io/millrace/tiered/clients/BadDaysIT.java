package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.LoopDisk;
import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What stands below the storage has a bad day: its disk, or the topic of its metadata. Producers and those who keep up do not notice, nothing is lost, and all is made up for afterwards. */
@Tag("once")
class BadDaysIT {

    /** Beyond what tests leave on the fast disk that do not mean to fill it. */
    private static final long HIGH_BYTES = 1_500_000;

    private static final long LOW_BYTES = 1_200_000;

    private static final int LAGGING = 4;

    @Order(1)
    @RegisterExtension
    static final ColdDisk COLD = new ColdDisk();

    @Order(2)
    @RegisterExtension
    static final KafkaCluster KAFKA = KafkaCluster.of(1)
            .tiered(RunningBrokers.settings()
                    .metadataManager("io.millrace.tiered.meta.TieredMetadata")
                    .coldDirectories(broker -> List.of(COLD.directory()))
                    .storage("log.dirs", broker -> broker.logDirectory().toString())
                    .storage("replica.check.interval.ms", "200")
                    // A broker that ends waits for its own answer for as long, or half a minute.
                    .metadata("remote.log.metadata.producer.delivery.timeout.ms", "4000")
                    .metadata("remote.log.metadata.producer.request.timeout.ms", "3000")
                    .storage("space.high", Long.toString(HIGH_BYTES))
                    .storage("space.low", Long.toString(LOW_BYTES))
                    .storage("space.check.interval.ms", "500"));

    private static final BrokerBeans BEANS = BrokerBeans.of(KAFKA);

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("BadDaysIT");

    @Test
    void aDiskOfOneOperationASecondHoldsNobodyUp() {
        assumeTrue(ColdDisk.whyNotSlow().isEmpty(), "no slow disk: " + ColdDisk.whyNotSlow());
        TieredTopic old = TieredTopic.create(KAFKA, "old", 1, Map.of());
        TieredTopic live = TieredTopic.create(KAFKA, "live", 1, Map.of());
        AtomicBoolean enough = new AtomicBoolean();
        List<CompletableFuture<Void>> lagging = List.of();
        try (RecordWriter writer = writer();
                RecordReader tail = new RecordReader(KAFKA.bootstrap(), live.partition(0), 0, Map.of())) {
            writer.write(old.partition(0), 8, 50);
            old.evict();
            COLD.limit(1);
            lagging = IntStream.range(0, LAGGING)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> lag(old.partition(0), enough), task -> new Thread(task, "lagging").start()))
                    .toList();
            Replicas.await("a cold segment is being read", () -> BrokerThreads.now(BEANS)
                    .someoneReads());
            for (int group = 0; group < 6; group++) {
                writer.write(live.partition(0), 1, 50);
                tail.readTo(ledger.committed(live.partition(0)).lastKey() + 1);
                BrokerThreads.now(BEANS).assertAnswerersAreFree();
            }
            ledger.assertCommitted(live.partition(0), 0, tail.seen());
            // At one operation a second an orderly end took 20 to 45 s; the one time that was looked, a copy was under
            // way.
            COLD.limit(10);
            stopInOrder(KAFKA.broker(1));
        } finally {
            COLD.limit(0);
            enough.set(true);
        }
        KAFKA.start();
        lagging.forEach(CompletableFuture::join);
        finish(old);
        finish(live);
    }

    /** Gets what it gets, which has to be right. */
    private void lag(TopicPartition partition, AtomicBoolean enough) {
        try (RecordReader reader = new RecordReader(KAFKA.bootstrap(), partition, 0, Map.of())) {
            ledger.assertBeginning(partition, 0, reader.readUntil(enough::get));
        }
    }

    /** Kafka leaves a mark when it has closed everything. */
    private static void stopInOrder(KafkaBroker broker) {
        broker.stop();
        assertThat(broker.logDirectory().resolve(".kafka_cleanshutdown"))
                .as("the broker has ended by itself")
                .exists();
    }

    @Test
    void aFastDiskAboveItsMarkWaitsForAColdOneThatRefuses() {
        assumeTrue(LoopDisk.unavailable().isEmpty(), "no disk that refuses: " + LoopDisk.unavailable());
        int groups = 12;
        TieredTopic topic = TieredTopic.create(KAFKA, "stalled", 2, Map.of());
        BrokerLog log = BrokerLog.of(KAFKA.broker(1));
        COLD.refuse();
        try (RecordWriter writer = writer()) {
            topic.all().forEach(partition -> writer.write(partition, groups, 80));
            BEANS.await("space", "held-back-partitions", 1);
            Replicas.await("an alarm names a partition", () -> log.says("holds the cutoff back", "stalled-"));
            assertThat(TieredTopic.localBytes(KAFKA.broker(1))).isGreaterThan(HIGH_BYTES);
            for (TopicPartition partition : topic.all()) {
                assertThat(topic.offset(partition, OffsetSpec.latestTiered())).isEqualTo(-1);
                assertThat(TieredTopic.localSegments(KAFKA.broker(1), partition))
                        .as("segments of %s, of which no copy is there", partition)
                        .hasSize(groups);
                writer.write(partition, 1, 20);
                ledger.assertCommitted(partition, 0, RecordReader.all(KAFKA.bootstrap(), partition, 0));
            }
            Replicas.await("failed copies are counted", () -> BEANS.number("copies", "copy-failures-total") > 0);
        } finally {
            COLD.accept();
        }
        topic.awaitTiered();
        awaitBelowTheMark();
        Replicas.await("the alarm ends", () -> BEANS.number("space", "held-back-partitions") == 0);
        assertThat(topic.all())
                .anyMatch(partition ->
                        TieredTopic.localSegments(KAFKA.broker(1), partition).get(0) > 0);
        finish(topic);
    }

    @Test
    void copiesWaitForTheirMetadata() {
        TieredTopic topic = TieredTopic.create(KAFKA, "untold", 1, Map.of("local.retention.bytes", "1"));
        TopicPartition partition = topic.partition(0);
        try (RecordWriter writer = writer()) {
            writer.write(partition, 2, 60);
            topic.awaitTiered();
            topic.awaitEvicted();
            BrokerLog log = BrokerLog.of(KAFKA.broker(1));
            setMetadataBytes(1);
            writer.write(partition, 6, 60);
            awaitRefusals(log, 2);
            long tiered = topic.offset(partition, OffsetSpec.latestTiered());
            writer.write(partition, 2, 60);
            awaitRefusals(log, 4);
            assertThat(topic.offset(partition, OffsetSpec.latestTiered())).isEqualTo(tiered);
            assertThat(TieredTopic.localSegments(KAFKA.broker(1), partition))
                    .as("begins with what nobody knows a copy of, behind %d", tiered)
                    .hasSizeGreaterThan(6)
                    .first()
                    .asInstanceOf(InstanceOfAssertFactories.LONG)
                    .isLessThanOrEqualTo(tiered + 1);
            ledger.assertCommitted(partition, 0, RecordReader.all(KAFKA.bootstrap(), partition, 0));
        } finally {
            setMetadataBytes(1 << 20);
        }
        finish(topic);
    }

    /** So many copies were begun that could not be told. */
    private static void awaitRefusals(BrokerLog log, int count) {
        Replicas.await(
                "the topic of metadata refuses " + count,
                () -> log.errors().stream()
                                .filter(line -> line.contains("untold-0"))
                                .count()
                        >= count);
    }

    /** No record is as small as one byte. */
    private static void setMetadataBytes(int recordBytesMax) {
        TieredTopic.configure(
                KAFKA, "__remote_log_metadata", Map.of("max.message.bytes", Integer.toString(recordBytesMax)));
    }

    @Test
    void skewedTimestampsAreAnsweredAsByPlainKafka() {
        SkewedTopics topics = SkewedTopics.create(KAFKA);
        TieredTopic even = TieredTopic.create(KAFKA, "even", 1, Map.of());
        try (RecordWriter writer = writer()) {
            topics.write(writer);
            topics.assertSameAnswers();
            topics.tiered().awaitTiered();
            writer.write(even.partition(0), 20, 60);
            even.awaitTiered();
        }
        awaitBelowTheMark();
        // What is oldest by its timestamps: ten years, then twenty hours; five hours and the future stay.
        Replicas.await("what is oldest goes", () -> topics.firstLocal() == topics.offset(1));
        Replicas.await(
                "some of the other goes",
                () -> TieredTopic.localSegments(KAFKA.broker(1), even.partition(0))
                                .size()
                        < 20);
        assertThat(TieredTopic.localSegments(KAFKA.broker(1), even.partition(0)))
                .isNotEmpty();
        topics.assertSameAnswers();
        topics.tiered().evict();
        topics.assertSameAnswers();
        topics.assertWhole(ledger);
        topics.assertRetention(ledger);
        finish(even);
    }

    /** A test that failed is no bad day for the next one. */
    @AfterEach
    void deleteTopics() {
        KAFKA.start();
        List<String> topics = TieredTopic.get(KAFKA.admin().listTopics().names()).stream()
                .filter(name -> !name.startsWith("__"))
                .toList();
        TieredTopic.get(KAFKA.admin().deleteTopics(topics).all());
        Replicas.await("nothing is left on the cold disk", () -> ColdSegment.files(COLD.directory()).stream()
                .noneMatch(Files::isDirectory));
    }

    private RecordWriter writer() {
        return new RecordWriter(KAFKA.bootstrap(), ledger, random, Map.of());
    }

    private static void awaitBelowTheMark() {
        Replicas.await("the fast disk is below its mark", () -> TieredTopic.localBytes(KAFKA.broker(1)) <= HIGH_BYTES);
    }

    /** All of it is on the cold disk in the end, in files that are what they say, and comes back. */
    private void finish(TieredTopic topic) {
        topic.evict();
        for (TopicPartition partition : topic.all()) {
            ledger.assertCommitted(partition, 0, RecordReader.all(KAFKA.bootstrap(), partition, 0));
            List<ColdSegment> cold = ColdSegment.of(COLD.directory(), topic, partition.partition());
            assertThat(ColdSegment.runEnd(cold, 0)).isEqualTo(topic.activeSegment(partition));
            assertThat(cold).allSatisfy(each -> assertThat(each.computeDigest()).isEqualTo(each.digest()));
        }
    }
}
