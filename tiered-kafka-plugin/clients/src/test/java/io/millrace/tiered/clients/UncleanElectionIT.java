package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A replica without the last records takes the lead: readers see its line of records on every broker, also where the other line had been copied to cold disks. */
@Tag("once")
class UncleanElectionIT {

    @RegisterExtension
    static final RunningBrokers BROKERS = RunningBrokers.three();

    private static final int RECORDS = 100;

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("UncleanElectionIT");

    @Test
    void theLineOfTheNewLeaderIsRead() {
        TieredTopic topic =
                TieredTopic.create(BROKERS.cluster(), "unclean", List.of(1, 2), Map.of("min.insync.replicas", "1"));
        TopicPartition partition = topic.partition(0);
        Replicas replicas = new Replicas(topic);
        write(partition, 6, System.currentTimeMillis() - 7_200_000);
        topic.awaitTiered();
        replicas.awaitInSync(partition);

        BROKERS.cluster().broker(2).kill();
        // The next lines of two leaders: these copies will be of an epoch that nobody continues.
        long fork = ledger.committed(partition).lastKey() + 1;
        write(partition, 5, System.currentTimeMillis() - 5_400_000);
        topic.awaitTiered();
        assertThat(topic.offset(partition, OffsetSpec.latestTiered())).isGreaterThan(fork);
        BROKERS.cluster().broker(1).kill();
        BROKERS.cluster().broker(2).start();
        Replicas.await("a replica that is not in sync leads", () -> {
            BROKERS.cluster().admin().electLeaders(ElectionType.UNCLEAN, Set.of(partition));
            return replicas.leader(partition).id() == 2;
        });
        ledger.truncate(partition, fork);
        write(partition, 8, System.currentTimeMillis() - 3_600_000);

        BROKERS.cluster().broker(1).start();
        replicas.awaitInSync(partition);
        topic.awaitTiered();
        topic.configure(Map.of("local.retention.bytes", "1"));
        replicas.awaitColdEverywhere();
        topic.awaitEvicted();
        for (int leader : List.of(2, 1)) {
            replicas.lead(partition, leader);
            ledger.assertCommitted(partition, 0, RecordReader.all(BROKERS.bootstrap(), partition, 0));
        }
    }

    private void write(TopicPartition partition, int groups, long start) {
        try (RecordWriter writer = new RecordWriter(BROKERS.bootstrap(), ledger, random, Map.of(), start)) {
            writer.write(partition, groups, RECORDS);
        }
    }
}
