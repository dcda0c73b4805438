package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a topic no longer keeps leaves the cold disk, and what it keeps stays readable. */
class RetentionIT {

    @RegisterExtension
    static final RunningBrokers BROKER = RunningBrokers.alone();

    private static final int GROUPS = 10;
    private static final int RECORDS = 60;

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("RetentionIT");

    @Test
    void deletedTopicsLeaveNothing() {
        TieredTopic topic = evicted("deleted");
        topic.delete();
        awaitColdSegments(topic, 0);
        Path cold = ColdSegment.folder(BROKER.broker().coldDirectory(), topic, 0);
        Replicas.await("its folder is gone", () -> !Files.exists(cold));
    }

    @Test
    void topicsKeepTheirLastBytes() {
        TieredTopic topic = evicted("by-size");
        List<ColdSegment> before = cold(topic);
        // The newest three and the active one.
        long kept = before.subList(GROUPS - 4, GROUPS - 1).stream()
                        .mapToLong(ColdSegment::dataBytes)
                        .sum()
                + localBytes(topic);
        topic.configure(Map.of("retention.bytes", Long.toString(kept)));
        awaitColdSegments(topic, 3);
        assertStartsAt(topic, before.get(GROUPS - 4).firstOffset());
    }

    @Test
    void topicsKeepTheirLastHours() {
        TieredTopic topic = evicted("by-time");
        List<ColdSegment> before = cold(topic);
        long newest = before.get(GROUPS - 4).firstOffset();
        long time = ledger.committed(topic.partition(0))
                .ceilingEntry(newest)
                .getValue()
                .timestamp();
        // Between the timestamps of two groups, which are as far apart as a test may take.
        long cutoff = time - RecordWriter.GROUP_MILLIS / 2;
        topic.configure(Map.of("retention.ms", Long.toString(System.currentTimeMillis() - cutoff)));
        Awaitility.await("old segments are deleted")
                .atMost(TieredTopic.PATIENCE)
                .until(() -> topic.offset(topic.partition(0), OffsetSpec.earliest()) >= newest);
        topic.configure(Map.of("retention.ms", "604800000"));
        long earliest = topic.offset(topic.partition(0), OffsetSpec.earliest());
        awaitColdSegments(topic, (int)
                before.stream().filter(each -> each.firstOffset() >= earliest).count());
        assertStartsAt(topic, earliest);
    }

    @Test
    void topicsMayLeaveTheColdDisk() {
        TieredTopic topic = evicted("switched-off");
        long local = topic.offset(topic.partition(0), OffsetSpec.earliestLocal());
        topic.configure(Map.of(
                "remote.storage.enable",
                "false",
                "remote.log.delete.on.disable",
                "true",
                "local.retention.bytes",
                "-2"));
        awaitColdSegments(topic, 0);
        assertStartsAt(topic, local);
    }

    @Test
    void topicsMayStopToCopy() {
        TieredTopic topic = evicted("read-only");
        topic.configure(Map.of("remote.log.copy.disable", "true", "local.retention.bytes", "-2"));
        int before = cold(topic).size();
        TieredTopic other = TieredTopic.create(BROKER.cluster(), "goes-on", 1, Map.of());
        write(topic);
        write(other);
        // By the time that the other topic's new segments are copied, this one's would be.
        other.awaitTiered();
        assertThat(cold(topic)).hasSize(before);
        assertStartsAt(topic, 0);
    }

    private TieredTopic evicted(String name) {
        TieredTopic topic = TieredTopic.create(BROKER.cluster(), name, 1, Map.of());
        write(topic);
        topic.evict();
        assertThat(cold(topic)).hasSize(GROUPS - 1);
        return topic;
    }

    private void write(TieredTopic topic) {
        long start = System.currentTimeMillis() - Duration.ofHours(1).toMillis();
        try (RecordWriter writer = new RecordWriter(BROKER.bootstrap(), ledger, random, Map.of(), start)) {
            writer.write(topic.partition(0), GROUPS, RECORDS);
        }
    }

    private static List<ColdSegment> cold(TieredTopic topic) {
        return TieredTopic.coldSegments(BROKER.broker(), topic, 0);
    }

    private static void awaitColdSegments(TieredTopic topic, int count) {
        Awaitility.await(topic.name() + " has " + count + " cold segments")
                .atMost(TieredTopic.PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() ->
                        ColdSegment.files(ColdSegment.folder(BROKER.broker().coldDirectory(), topic, 0))
                                        .size()
                                == 2 * count);
    }

    private static long localBytes(TieredTopic topic) {
        return BROKER.broker()
                .logDirectory()
                .resolve(topic.partition(0).toString())
                .resolve(String.format("%020d.log", topic.activeSegment(topic.partition(0))))
                .toFile()
                .length();
    }

    private void assertStartsAt(TieredTopic topic, long offset) {
        TopicPartition partition = topic.partition(0);
        assertThat(topic.offset(partition, OffsetSpec.earliest())).isEqualTo(offset);
        ledger.assertCommitted(partition, offset, RecordReader.all(BROKER.bootstrap(), partition, offset));
    }
}
