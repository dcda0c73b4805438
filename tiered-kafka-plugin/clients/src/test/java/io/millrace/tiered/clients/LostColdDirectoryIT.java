package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.TmpfsDisk;
import io.millrace.testkit.kafka.KafkaCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of two cold directories one goes away and comes back: its segments do the same, those of the other are not touched. */
@Tag("once")
class LostColdDirectoryIT {

    private static final int DISK_BYTES = 32 << 20;
    private static final int GROUPS = 6;
    private static final int PARTITIONS = 4;

    @TempDir
    private Path folder = Path.of("");

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("LostColdDirectoryIT");

    @Test
    void onlyItsOwnSegmentsAreAway() throws IOException {
        String unavailable = TmpfsDisk.unavailable();
        assumeTrue(unavailable.isEmpty(), "no second disk to lose: " + unavailable);
        // Of the same size, so that each segment goes to the other one.
        try (TmpfsDisk first = TmpfsDisk.create(folder, DISK_BYTES);
                TmpfsDisk second = TmpfsDisk.create(folder, DISK_BYTES)) {
            Path lost = Files.createDirectory(first.root().resolve("cold"));
            Path kept = Files.createDirectory(second.root().resolve("cold"));
            try (KafkaCluster kafka = KafkaCluster.of(1)
                    .tiered(RunningBrokers.settings()
                            .coldDirectories(broker -> List.of(lost, kept))
                            .storage("cold.retry.interval.ms", "2000"))
                    .start()) {
                loseAndFind(kafka, lost, kept);
            }
        }
    }

    private void loseAndFind(KafkaCluster kafka, Path lost, Path kept) throws IOException {
        TieredTopic topic = TieredTopic.create(kafka, "lost", PARTITIONS, Map.of());
        try (RecordWriter writer = new RecordWriter(kafka.bootstrap(), ledger, random, Map.of())) {
            topic.all().forEach(partition -> writer.write(partition, GROUPS, 80));
            topic.evict();
            List<ColdSegment> ofLost = segments(lost, topic);
            List<ColdSegment> ofKept = segments(kept, topic);
            assertThat(ofLost.size() + ofKept.size()).isEqualTo(PARTITIONS * (GROUPS - 1));
            assertThat(ofLost).isNotEmpty();
            assertThat(ofKept).isNotEmpty();

            Path away = lost.resolveSibling("away");
            Files.move(lost, away);
            awaitComplaint(topic, ofLost.get(0));
            for (ColdSegment each : ofKept) {
                readWhole(topic, each);
            }
            writer.write(topic.partition(0), 2, 80);
            topic.awaitTiered();
            assertThat(segments(kept, topic)).hasSize(ofKept.size() + 2);

            Files.move(away, lost);
        }
        for (TopicPartition partition : topic.all()) {
            ledger.assertCommitted(partition, 0, RecordReader.all(kafka.bootstrap(), partition, 0));
        }
    }

    private static List<ColdSegment> segments(Path directory, TieredTopic topic) {
        List<ColdSegment> all = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            all.addAll(ColdSegment.of(directory, topic, partition));
        }
        return all;
    }

    private static TopicPartition partitionOf(TieredTopic topic, ColdSegment segment) {
        String folder = String.valueOf(segment.manifest().resolveSibling("").getFileName());
        return topic.partition(Integer.parseInt(folder.substring(folder.lastIndexOf('-') + 1)));
    }

    private void readWhole(TieredTopic topic, ColdSegment segment) {
        TopicPartition partition = partitionOf(topic, segment);
        // Few at a time: what comes behind the segment may be lost.
        try (RecordReader reader = new RecordReader(
                topic.cluster().bootstrap(), partition, segment.firstOffset(), Map.of("max.poll.records", 1))) {
            List<Seen> seen = reader.readTo(segment.lastOffset() + 1);
            ledger.assertBeginning(partition, segment.firstOffset(), seen);
        }
    }

    /** Nothing of the segment is read, and the log says why. */
    private static void awaitComplaint(TieredTopic topic, ColdSegment segment) {
        BrokerLog log = BrokerLog.of(topic.cluster().broker(1));
        try (RecordReader reader = new RecordReader(
                topic.cluster().bootstrap(), partitionOf(topic, segment), segment.firstOffset(), Map.of())) {
            Awaitility.await("the log names " + segment.id())
                    .atMost(TieredTopic.PATIENCE)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        reader.poll();
                        return log.says(segment.id());
                    });
            assertThat(reader.seen()).isEmpty();
        }
    }
}
