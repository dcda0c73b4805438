package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Readers of committed records see no other ones, where transactions lie on the cold disk, on the fast one, and across the border. */
class TransactionsIT {

    @RegisterExtension
    static final RunningBrokers BROKER = RunningBrokers.alone();

    private static final int TRANSACTIONS = 24;
    private static final int RECORDS = 40;

    private static final Ledger LEDGER = new Ledger();
    private static final Random RANDOM = Seeds.random("TransactionsIT");
    private static final TopicPartition PARTITION = new TopicPartition("transactions", 0);

    @BeforeAll
    static void write() {
        TieredTopic topic = TieredTopic.create(BROKER.cluster(), PARTITION.topic(), 1, Map.of());
        try (RecordWriter first = writer("first");
                RecordWriter second = writer("second");
                RecordWriter plain = new RecordWriter(BROKER.bootstrap(), LEDGER, RANDOM, Map.of())) {
            for (int i = 0; i < TRANSACTIONS; i++) {
                // Two at a time, so that one often lasts beyond the other and beyond its segment.
                writeTogether(first, second, plain);
            }
        }
        topic.evict();
        assertThat(topic.activeSegment(PARTITION)).isPositive();
    }

    private static RecordWriter writer(String id) {
        RecordWriter writer =
                new RecordWriter(BROKER.bootstrap(), LEDGER, RANDOM, Map.of("transactional.id", "transactions-" + id));
        writer.producer().initTransactions();
        return writer;
    }

    private static void writeTogether(RecordWriter first, RecordWriter second, RecordWriter plain) {
        first.producer().beginTransaction();
        first.send(PARTITION, RECORDS);
        second.producer().beginTransaction();
        second.send(PARTITION, RECORDS);
        plain.write(PARTITION, 1, RECORDS / 4);
        first.send(PARTITION, RECORDS);
        end(first);
        second.send(PARTITION, RECORDS);
        end(second);
    }

    private static void end(RecordWriter writer) {
        boolean commits = RANDOM.nextBoolean();
        writer.settle(commits);
        if (commits) {
            writer.producer().commitTransaction();
        } else {
            writer.producer().abortTransaction();
        }
    }

    @Test
    void committedRecordsAreReadAlone() {
        LEDGER.assertCommitted(PARTITION, 0, RecordReader.committed(BROKER.bootstrap(), PARTITION, 0));
    }

    @Test
    void abortedOnesAreReadByThoseWhoDoNotAsk() {
        assertThat(LEDGER.all(PARTITION).size())
                .isGreaterThan(LEDGER.committed(PARTITION).size());
        LEDGER.assertAll(PARTITION, 0, RecordReader.all(BROKER.bootstrap(), PARTITION, 0));
    }

    @Test
    void readingMayBeginInsideOfATransaction() {
        List<Long> offsets = List.copyOf(new TreeMap<>(LEDGER.all(PARTITION)).keySet());
        for (int i = 0; i < 12; i++) {
            long from = offsets.get(RANDOM.nextInt(offsets.size()));
            LEDGER.assertCommitted(PARTITION, from, RecordReader.committed(BROKER.bootstrap(), PARTITION, from));
        }
    }

    @Test
    void smallFetchesSeeTheSame() {
        Map<String, Object> small =
                Map.of("isolation.level", "read_committed", "max.partition.fetch.bytes", 3000, "fetch.max.bytes", 3000);
        LEDGER.assertCommitted(PARTITION, 0, RecordReader.all(BROKER.bootstrap(), PARTITION, 0, small));
    }
}
