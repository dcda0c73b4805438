package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.kafka.KafkaCluster;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The smoother of a real broker forces what is written, beside a Kafka that rolls, deletes and reads the same files. */
@Tag("once")
class FlushIT {

    private static final int SEGMENT_BYTES = 64 << 10;

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("FlushIT");

    @Test
    void activeSegmentsAreForcedAsTheyGrow() {
        KafkaCluster cluster = KafkaCluster.of(1)
                .tiered(RunningBrokers.settings()
                        .storage("log.dirs", broker -> broker.logDirectory().toString())
                        .storage("flush.bytes.per.second", "20000000")
                        .storage("flush.segment.bytes", Integer.toString(SEGMENT_BYTES)));
        BrokerBeans beans = BrokerBeans.of(cluster);
        try (KafkaCluster kafka = cluster.start()) {
            TieredTopic topic = TieredTopic.create(kafka, "even", 2, Map.of("segment.ms", "86400000"));
            try (RecordWriter writer = new RecordWriter(kafka.bootstrap(), ledger, random, Map.of())) {
                // A log counts once it has been seen: what it has then may have been forced before.
                topic.all().forEach(partition -> writer.write(partition, 1, 1));
                beans.await("flush", "forces-total", 0);
                long start = System.nanoTime();
                while (beans.number("flush", "forced-bytes-total") < 4 * SEGMENT_BYTES) {
                    topic.all().forEach(partition -> writer.write(partition, 1, 50));
                    assertThat(System.nanoTime() - start).as("patience").isLessThan(TieredTopic.PATIENCE.toNanos());
                }
            }
            assertThat(beans.number("flush", "forces-total")).isPositive();
            assertThat(beans.number("flush", "failures-total")).isZero();
            for (TopicPartition partition : topic.all()) {
                ledger.assertCommitted(partition, 0, RecordReader.all(kafka.bootstrap(), partition, 0));
            }
            assertThat(BrokerLog.whole(kafka.broker(1)).complaints()).isEmpty();
        }
    }
}
