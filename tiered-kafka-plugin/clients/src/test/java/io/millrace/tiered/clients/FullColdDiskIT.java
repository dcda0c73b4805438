package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.TmpfsDisk;
import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cold disk that is full keeps nothing from being written and read; once there is room, copying goes on. */
@Tag("once")
class FullColdDiskIT {

    private static final int DISK_BYTES = 4 << 20;
    private static final int GROUPS = 12;
    private static final int RECORDS = 200;

    @TempDir
    private Path folder = Path.of("");

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("FullColdDiskIT");

    @Test
    void segmentsStayWhereTheyAreUntilThereIsRoom() throws IOException {
        String unavailable = TmpfsDisk.unavailable();
        assumeTrue(unavailable.isEmpty(), "no tmpfs to fill: " + unavailable);
        try (TmpfsDisk disk = TmpfsDisk.create(folder, DISK_BYTES);
                KafkaCluster kafka = KafkaCluster.of(1)
                        .tiered(RunningBrokers.settings().coldDirectories(broker -> List.of(disk.root())))
                        .start()) {
            TieredTopic first = TieredTopic.create(kafka, "first", 1, Map.of());
            fill(kafka, disk, first);
            TieredTopic second = TieredTopic.create(kafka, "second", 1, Map.of("local.retention.bytes", "1"));
            write(kafka, second);
            awaitComplaint(kafka.broker(1));
            assertThat(disk.root().toFile().getUsableSpace()).isLessThan(DISK_BYTES / 2);
            assertReadable(kafka, first, second);
            assertThat(second.offset(second.partition(0), OffsetSpec.latestTiered()) + 1)
                    .isLessThan(second.activeSegment(second.partition(0)));

            first.delete();
            second.awaitTiered();
            second.awaitEvicted();
            assertReadable(kafka, second);
        }
    }

    /** As many segments as there is room for, and some more. */
    private void fill(KafkaCluster kafka, TmpfsDisk disk, TieredTopic topic) {
        write(kafka, topic);
        Awaitility.await("half of the disk is taken")
                .atMost(TieredTopic.PATIENCE)
                .until(() -> disk.root().toFile().getUsableSpace() < DISK_BYTES / 2);
    }

    private void write(KafkaCluster kafka, TieredTopic topic) {
        try (RecordWriter writer = new RecordWriter(kafka.bootstrap(), ledger, random, Map.of())) {
            writer.write(topic.partition(0), GROUPS, RECORDS);
        }
    }

    private static void awaitComplaint(KafkaBroker broker) {
        BrokerLog log = BrokerLog.whole(broker);
        Awaitility.await("the log says that there is no room")
                .atMost(TieredTopic.PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> log.says("no cold directory has room") || log.says("No space left"));
    }

    private void assertReadable(KafkaCluster kafka, TieredTopic... topics) {
        for (TieredTopic topic : topics) {
            TopicPartition partition = topic.partition(0);
            ledger.assertCommitted(partition, 0, RecordReader.all(kafka.bootstrap(), partition, 0));
        }
    }
}
