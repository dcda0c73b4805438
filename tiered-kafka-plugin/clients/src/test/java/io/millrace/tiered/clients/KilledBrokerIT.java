package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.kafka.KafkaCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The broker is killed in the middle of copying, evicting and deleting, again and again, while a producer writes: every record that it acknowledged and that retention keeps is read once,
 * as it was written, and the cold disk holds whole segments.
 */
@Tag("once")
class KilledBrokerIT {

    private static final int ROUNDS = 3;
    private static final int ROUNDS_LONG = 60;
    private static final int RECORDS = 150;

    /** Segments that wait to be copied, of a topic; the producer waits for the rest. */
    private static final int BACKLOG = 6;

    /** Some segments a second, so that a kill finds one half copied. */
    private static final String RATE = "copy.bytes.per.second=400000\n";

    @TempDir
    private Path folder = Path.of("");

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("KilledBrokerIT");
    private final AtomicBoolean enough = new AtomicBoolean();

    @Test
    void killsLoseNothing() throws IOException {
        kill(ROUNDS);
    }

    @Test
    @Tag("long")
    void manyKillsLoseNothing() throws IOException {
        kill(ROUNDS_LONG);
    }

    private void kill(int rounds) throws IOException {
        Path rates = Files.writeString(folder.resolve("rates.properties"), RATE);
        try (KafkaCluster kafka = KafkaCluster.of(1)
                .tiered(RunningBrokers.settings().storage("rates.file", rates.toString()))
                .start()) {
            TieredTopic kept = TieredTopic.create(kafka, "kept", 1, Map.of("local.retention.bytes", "1"));
            TieredTopic shrinking = TieredTopic.create(
                    kafka, "shrinking", 1, Map.of("local.retention.bytes", "1", "retention.bytes", "500000"));
            CompletableFuture<Void> producer = CompletableFuture.runAsync(
                    () -> write(kafka, kept, shrinking), task -> new Thread(task, "producer").start());
            for (int round = 0; round < rounds; round++) {
                TieredTopic passing = TieredTopic.create(kafka, "passing-" + round, 1, Map.of());
                writeAndDelete(kafka, passing);
                awaitSome(kafka, kept);
                kafka.broker(1).kill();
                kafka.broker(1).start();
            }
            enough.set(true);
            producer.join();
            Files.writeString(rates, "");
            assertWhole(kafka, kept);
            assertWhole(kafka, shrinking);
            assertThat(shrinking.offset(shrinking.partition(0), OffsetSpec.earliest()))
                    .isPositive();
        }
    }

    private void write(KafkaCluster kafka, TieredTopic... topics) {
        Random own = new Random(random.nextLong());
        try (RecordWriter writer = new RecordWriter(kafka.bootstrap(), ledger, own, Map.of())) {
            while (!enough.get()) {
                for (TieredTopic topic : topics) {
                    writer.write(topic.partition(0), 1, RECORDS);
                    await("copying keeps up", () -> enough.get() || backlog(kafka, topic) < BACKLOG);
                }
            }
        }
    }

    private static int backlog(KafkaCluster kafka, TieredTopic topic) {
        return TieredTopic.localSegments(kafka.broker(1), topic.partition(0)).size();
    }

    /** So that there is something to delete from the cold disk when the kill comes. */
    private void writeAndDelete(KafkaCluster kafka, TieredTopic topic) {
        try (RecordWriter writer =
                new RecordWriter(kafka.bootstrap(), ledger, new Random(random.nextLong()), Map.of())) {
            writer.write(topic.partition(0), 4, RECORDS / 3);
        }
        Path cold = kafka.broker(1).coldDirectory();
        await("a segment is copied", () -> !ColdSegment.of(cold, topic, 0).isEmpty());
        topic.delete();
    }

    /** Until one to three further segments are copied; then the next is on its way. */
    private void awaitSome(KafkaCluster kafka, TieredTopic topic) {
        Path cold = kafka.broker(1).coldDirectory();
        int wanted = ColdSegment.of(cold, topic, 0).size() + 1 + random.nextInt(3);
        await("segments are copied", () -> ColdSegment.of(cold, topic, 0).size() >= wanted);
    }

    private static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what)
                .atMost(TieredTopic.PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(condition::getAsBoolean);
    }

    private void assertWhole(KafkaCluster kafka, TieredTopic topic) {
        topic.awaitTiered();
        topic.awaitEvicted();
        TopicPartition partition = topic.partition(0);
        // A log begins later at once where its retention has taken something, and segments are deleted afterwards.
        Awaitility.await("what is kept is whole")
                .atMost(TieredTopic.PATIENCE)
                .ignoreException(UncheckedIOException.class)
                .untilAsserted(() -> {
                    Kept kept = Kept.read(topic, partition);
                    ledger.assertCommitted(partition, kept.from(), kept.records());
                    List<ColdSegment> cold = TieredTopic.coldSegments(kafka.broker(1), topic, 0).stream()
                            .filter(each -> each.lastOffset() >= kept.from())
                            .toList();
                    assertThat(ColdSegment.runEnd(cold, kept.from())).isEqualTo(topic.activeSegment(partition));
                    assertThat(cold)
                            .allSatisfy(each -> assertThat(each.computeDigest()).isEqualTo(each.digest()));
                });
    }
}
