package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.Toolchain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Clients of other languages read whole topics, by timestamp and committed records alone, across the border of the tiers. */
@Tag("once")
class OtherLanguagesIT {

    @RegisterExtension
    static final RunningBrokers BROKER = RunningBrokers.alone();

    /** Text with lengths, so that absent keys and values are told from empty ones. */
    private static final String FORMAT = "%o %T %K %S [%k] [%s] [%h]\\n";

    private static final Path SCRIPTS =
            Path.of("src", "test", "resources", "python").toAbsolutePath();

    private static final Ledger LEDGER = new Ledger();
    private static final TopicPartition TRANSACTIONS = new TopicPartition("languages", 0);

    /** Without transactions, whose ends have timestamps of their own, and are records to kafka-python of Debian. */
    private static final TopicPartition PLAIN = new TopicPartition("languages", 1);

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void write() {
        TieredTopic topic = TieredTopic.create(BROKER.cluster(), PLAIN.topic(), 2, Map.of());
        Random random = Seeds.random("OtherLanguagesIT");
        try (RecordWriter writer = new RecordWriter(
                BROKER.bootstrap(),
                LEDGER,
                random,
                Map.of("transactional.id", "languages", "compression.type", "lz4"))) {
            writer.producer().initTransactions();
            for (int i = 0; i < 8; i++) {
                writer.producer().beginTransaction();
                writer.send(TRANSACTIONS, 100);
                boolean commits = i % 3 != 1;
                writer.settle(commits);
                if (commits) {
                    writer.producer().commitTransaction();
                } else {
                    writer.producer().abortTransaction();
                }
            }
        }
        try (RecordWriter writer =
                new RecordWriter(BROKER.bootstrap(), LEDGER, random, Map.of("compression.type", "gzip"))) {
            writer.write(PLAIN, 8, 100);
        }
        topic.evict();
    }

    @Test
    void kcatReadsTheWholeTopic() throws IOException {
        LEDGER.assertAll(TRANSACTIONS, 0, kcat(TRANSACTIONS, "beginning", "isolation.level=read_uncommitted"));
    }

    @Test
    void kcatReadsCommittedRecords() throws IOException {
        LEDGER.assertCommitted(TRANSACTIONS, 0, kcat(TRANSACTIONS, "beginning", "isolation.level=read_committed"));
    }

    @Test
    void kcatReadsFromATimestamp() throws IOException {
        Seen middle = middle();
        LEDGER.assertAll(
                PLAIN, middle.offset(), kcat(PLAIN, "s@" + middle.timestamp(), "isolation.level=read_uncommitted"));
    }

    @Test
    void kafkaPythonReadsTheWholeTopic() throws IOException {
        LEDGER.assertAll(PLAIN, 0, kafkaPython(PLAIN, 0));
    }

    @Test
    void kafkaPythonReadsFromATimestamp() throws IOException {
        Seen middle = middle();
        LEDGER.assertAll(PLAIN, middle.offset(), kafkaPython(PLAIN, middle.timestamp()));
    }

    @Test
    void confluentReadsTheWholeTopic() throws IOException {
        LEDGER.assertAll(TRANSACTIONS, 0, confluent(TRANSACTIONS, 0, "read_uncommitted"));
    }

    @Test
    void confluentReadsCommittedRecords() throws IOException {
        LEDGER.assertCommitted(TRANSACTIONS, 0, confluent(TRANSACTIONS, 0, "read_committed"));
    }

    @Test
    void confluentReadsFromATimestamp() throws IOException {
        Seen middle = middle();
        LEDGER.assertCommitted(PLAIN, middle.offset(), confluent(PLAIN, middle.timestamp(), "read_committed"));
    }

    /** A record on the cold disk; timestamps grow with the offsets. */
    private static Seen middle() {
        List<Seen> all = new ArrayList<>(LEDGER.committed(PLAIN).values());
        Seen middle = all.get(all.size() / 2);
        assertThat(middle.timestamp()).isGreaterThan(all.get(0).timestamp());
        return middle;
    }

    private List<Seen> kcat(TopicPartition partition, String from, String isolation) throws IOException {
        return ProgramReader.read(
                folder.resolve("kcat.out"),
                Toolchain.program("kcat", "kcat"),
                "-C",
                "-q",
                "-e",
                "-b",
                BROKER.bootstrap(),
                "-t",
                partition.topic(),
                "-p",
                Integer.toString(partition.partition()),
                "-o",
                from,
                "-X",
                isolation,
                "-f",
                FORMAT);
    }

    private List<Seen> kafkaPython(TopicPartition partition, long timestamp) throws IOException {
        return python(partition, "kafka", "python3-kafka", "kafka_python_reader.py", Long.toString(timestamp));
    }

    private List<Seen> confluent(TopicPartition partition, long timestamp, String isolation) throws IOException {
        return python(
                partition,
                "confluent_kafka",
                "python3-confluent-kafka",
                "confluent_reader.py",
                Long.toString(timestamp),
                isolation);
    }

    private List<Seen> python(
            TopicPartition partition, String module, String debianPackage, String script, String... more)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Toolchain.python(module, debianPackage),
                "-B",
                SCRIPTS.resolve(script).toString(),
                BROKER.bootstrap(),
                partition.topic(),
                Integer.toString(partition.partition())));
        command.addAll(List.of(more));
        return ProgramReader.read(folder.resolve("python.out"), command.toArray(String[]::new));
    }
}
