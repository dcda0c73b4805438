package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.kafka.KafkaCluster;
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
    static final KafkaCluster KAFKA = RunningBroker.one();

    private static final String CUTOFF = "log.local.retention.ms";
    private static final int GROUPS = 8;
    private static final int OLD = 3;

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("EvictionIT");

    @Test
    void theOldestOfAllTopicsGo() {
        List<TieredTopic> topics =
                List.of(TieredTopic.create(KAFKA, "a", 1, Map.of()), TieredTopic.create(KAFKA, "b", 2, Map.of()));
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
                KAFKA.broker(1),
                Map.of(CUTOFF, Long.toString(Duration.ofHours(4).toMillis())));
        for (TieredTopic topic : topics) {
            topic.all().forEach(EvictionIT::awaitOnlyYoungOnes);
        }
        any.configure(KAFKA.broker(1), Map.of(CUTOFF, ""));
        for (TieredTopic topic : topics) {
            for (TopicPartition partition : topic.all()) {
                ledger.assertCommitted(partition, 0, RecordReader.all(KAFKA.bootstrap(), partition, 0));
            }
        }
        assertThat(BrokerLog.whole(KAFKA.broker(1)).complaints()).isEmpty();
    }

    private RecordWriter writer(long start) {
        return new RecordWriter(KAFKA.bootstrap(), ledger, random, Map.of(), start);
    }

    private static void awaitOnlyYoungOnes(TopicPartition partition) {
        Awaitility.await(partition + " keeps its young segments")
                .atMost(TieredTopic.PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() ->
                        TieredTopic.localSegments(KAFKA.broker(1), partition).size() == GROUPS - OLD);
    }
}
