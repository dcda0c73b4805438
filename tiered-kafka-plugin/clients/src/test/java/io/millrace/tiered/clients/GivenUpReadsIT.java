package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Consumers that go away while their cold data is being read leave neither open files nor complaints behind. */
@Tag("once")
class GivenUpReadsIT {

    @RegisterExtension
    static final RunningBrokers BROKER = RunningBrokers.alone();

    private static final int CONSUMERS = 120;

    /** Sockets of this test's own connections come and go. */
    private static final String COUNTED = ".data";

    private final Random random = Seeds.random("GivenUpReadsIT");

    @Test
    void nothingIsLeftBehind() {
        Ledger ledger = new Ledger();
        TieredTopic topic = TieredTopic.create(BROKER.cluster(), "given-up", 1, Map.of());
        TopicPartition partition = topic.partition(0);
        try (RecordWriter writer = new RecordWriter(BROKER.bootstrap(), ledger, random, Map.of())) {
            writer.write(partition, 20, 150);
        }
        topic.evict();
        BrokerLog log = BrokerLog.of(BROKER.broker());
        int end = ledger.committed(partition).size();
        ExecutorService clients = Executors.newFixedThreadPool(8);
        try {
            List<CompletableFuture<Void>> reads = IntStream.range(0, CONSUMERS)
                    .mapToObj(i -> (long) random.nextInt(end))
                    .map(from -> CompletableFuture.runAsync(() -> giveUp(partition, from), clients))
                    .toList();
            reads.forEach(CompletableFuture::join);
        } finally {
            clients.shutdownNow();
        }
        ledger.assertCommitted(partition, 0, RecordReader.all(BROKER.bootstrap(), partition, 0));
        Awaitility.await("no cold file is open")
                .atMost(TieredTopic.PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> openFiles().stream().noneMatch(file -> file.endsWith(COUNTED)));
        assertThat(log.complaints()).isEmpty();
    }

    /** Asks for records, and goes without waiting for the answer. */
    private static void giveUp(TopicPartition partition, long from) {
        Map<String, Object> hasty =
                Map.of("fetch.max.wait.ms", 1, "request.timeout.ms", 50, "fetch.min.bytes", 1 << 20);
        try (RecordReader reader = new RecordReader(BROKER.bootstrap(), partition, from, hasty)) {
            reader.consumer().poll(Duration.ofMillis(1 + from % 60));
        }
    }

    private static List<String> openFiles() {
        try (Stream<Path> files =
                Files.list(Path.of("/proc", Long.toString(BROKER.broker().pid()), "fd"))) {
            return files.map(GivenUpReadsIT::target).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
