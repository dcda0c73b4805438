package io.millrace.benchmark.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhasesTest {
    private static final int QUEUES = 300;
    private static final int MESSAGES = 20;

    @ParameterizedTest
    @CsvSource({
        "LOCKSTEP, LEAN, OS",
        "RANDOM, LEAN, PAGE",
        "ZIPF, LEAN, SYNC",
        "LOCKSTEP, CONTEST, OS",
        "LOCKSTEP, LEAN, SYNC"
    })
    void ourStoreKeepsWhatEachTesterPuts(Arrival arrival, Tester tester, QueueLevel level, @TempDir Path directory)
            throws Exception {
        Workload workload = workload(arrival, tester, level);
        Acknowledged acknowledged = Acknowledged.open(directory.resolve("acknowledged"), QUEUES);
        QueueSettings settings = new QueueSettings(level, QUEUES, 64, 1, workload.commitEvery());
        try (QueueSubject subject = new MillraceQueues()) {
            subject.open(directory.resolve("store"), settings);
            assertThat(new PutPhase(workload, subject, acknowledged).run(PhasesTest::ignore))
                    .isEqualTo(workload.total());
            assertThat(new CheckPhase(workload, subject, acknowledged).run(PhasesTest::ignore))
                    .isPositive();
        }
        try (QueueSubject subject = new MillraceQueues()) {
            subject.open(directory.resolve("store"), settings);
            Acknowledged later = Acknowledged.open(directory.resolve("acknowledged"), QUEUES);
            assertThat(new ConsumePhase(workload, subject, later, 1, false).run(PhasesTest::ignore))
                    .isEqualTo(workload.total());
        }
    }

    @Test
    void aLostMessageIsFound(@TempDir Path directory) throws Exception {
        HeapQueues store = new HeapQueues();
        Acknowledged acknowledged = filled(store, directory);
        store.list(QueueSubjects.name(17)).remove(MESSAGES - 1);

        assertThatThrownBy(() -> consume(store, acknowledged, true))
                .hasMessageContaining("wrong number of messages: found=19 (expected: 20 or one more), queue=queue-17");
    }

    @Test
    void anInventedMessageIsFoundButOneInFlightIsAllowedAfterAKill(@TempDir Path directory) throws Exception {
        HeapQueues store = new HeapQueues();
        Acknowledged acknowledged = filled(store, directory);
        store.put(QueueSubjects.name(17), new MessageContent().of(17, MESSAGES));

        assertThat(consume(store, acknowledged, true)).isEqualTo(QUEUES * MESSAGES + 1);
        assertThatThrownBy(() -> consume(store, acknowledged, false)).hasMessageContaining("found=21 (expected: 20)");
    }

    @Test
    void swappedMessagesAreFound(@TempDir Path directory) throws Exception {
        HeapQueues store = new HeapQueues();
        Acknowledged acknowledged = filled(store, directory);
        java.util.Collections.swap(store.list(QueueSubjects.name(5)), 3, 4);

        assertThatThrownBy(() -> consume(store, acknowledged, false)).hasMessageContaining("queue=queue-5, offset=3");
    }

    @Test
    void aGetThatGivesTooFewIsFound(@TempDir Path directory) throws Exception {
        HeapQueues store = new HeapQueues() {
            @Override
            public java.util.Collection<byte[]> get(String queue, long offset, long count) {
                return super.get(queue, offset, count - 1);
            }
        };
        Acknowledged acknowledged = filled(store, directory);

        assertThatThrownBy(() -> new CheckPhase(
                                workload(Arrival.LOCKSTEP, Tester.LEAN, QueueLevel.OS), store, acknowledged)
                        .run(PhasesTest::ignore))
                .hasMessageContaining("wrong number of messages");
    }

    private static void ignore(String line) {
        assertThat(line).isNotEmpty();
    }

    private static long consume(QueueSubject store, Acknowledged acknowledged, boolean afterKill) throws Exception {
        Workload workload = workload(Arrival.LOCKSTEP, Tester.LEAN, QueueLevel.OS);
        return new ConsumePhase(workload, store, acknowledged, 1, afterKill).run(PhasesTest::ignore);
    }

    private static Acknowledged filled(QueueSubject store, Path directory) throws Exception {
        Acknowledged acknowledged = open(directory);
        new PutPhase(workload(Arrival.LOCKSTEP, Tester.LEAN, QueueLevel.OS), store, acknowledged)
                .run(PhasesTest::ignore);
        return acknowledged;
    }

    private static Acknowledged open(Path directory) throws IOException {
        return Acknowledged.open(directory.resolve("acknowledged"), QUEUES);
    }

    private static Workload workload(Arrival arrival, Tester tester, QueueLevel level) {
        return new Workload(QUEUES, MESSAGES, 4, arrival, tester, level, 100, 500, 1, Duration.ofSeconds(60));
    }
}
