package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One dynamic setting of a broker takes the oldest segments of all topics from its fast disk, and no others. */
class EvictionIT {

    @RegisterExtension
    static final RunningBrokers BROKER = RunningBrokers.alone();

    private static final String CUTOFF = "log.local.retention.ms";
    private static final int GROUPS = 8;
    private static final int OLD = 3;

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("EvictionIT");

    @Test
    void theOldestOfAllTopicsGo() {
        BrokerLog log = BrokerLog.of(BROKER.broker());
        List<TieredTopic> topics = List.of(
                TieredTopic.create(BROKER.cluster(), "evicted-a", 1, Map.of()),
                TieredTopic.create(BROKER.cluster(), "evicted-b", 2, Map.of()));
        long start = System.currentTimeMillis() - Duration.ofHours(5).toMillis();
        try (RecordWriter old = writer(start);
                RecordWriter young = writer(start + Duration.ofHours(2).toMillis())) {
            for (TieredTopic topic : topics) {
                topic.all().forEach(partition -> old.write(partition, OLD, 30));
                topic.all().forEach(partition -> young.write(partition, GROUPS - OLD, 30));
                topic.awaitTiered();
            }
        }
        TieredTopic any = topics.get(0);
        any.configure(
                BROKER.broker(),
                Map.of(CUTOFF, Long.toString(Duration.ofHours(4).toMillis())));
        for (TieredTopic topic : topics) {
            topic.all().forEach(EvictionIT::awaitOnlyYoungOnes);
        }
        any.configure(BROKER.broker(), Map.of(CUTOFF, ""));
        for (TieredTopic topic : topics) {
            for (TopicPartition partition : topic.all()) {
                ledger.assertCommitted(partition, 0, RecordReader.all(BROKER.bootstrap(), partition, 0));
            }
        }
        assertThat(log.complaints()).isEmpty();
    }

    private RecordWriter writer(long start) {
        return new RecordWriter(BROKER.bootstrap(), ledger, random, Map.of(), start);
    }

    private static void awaitOnlyYoungOnes(TopicPartition partition) {
        Awaitility.await(partition + " keeps its young segments")
                .atMost(TieredTopic.PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() ->
                        TieredTopic.localSegments(BROKER.broker(), partition).size() == GROUPS - OLD);
    }
}
