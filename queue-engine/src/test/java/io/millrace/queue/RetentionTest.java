package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.testkit.ManualClock;
import io.millrace.testkit.disk.SimulatedDisk;
import io.millrace.wal.WalEnvironment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Old runs go, by age or by bytes: queues begin where the runs that stayed do, and what is left is what was put. */
class RetentionTest {

    private static final Duration AGE = Duration.ofHours(1);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int MESSAGE_BYTES = 500;

    /** Fills more than an epoch of 64 KiB, so that the epoch before is sorted. */
    private static final int EPOCH_MESSAGES = 150;

    private final ManualClock clock = ManualClock.create();
    private final SimulatedDisk disk = SimulatedDisk.create(1);
    private long put;

    private QueueEngine open(Retention retention) {
        QueueConfig config = TestEngines.small()
                .withClock(clock)
                .withRetention(retention)
                .withFiles(new SimulatedStorage(disk.files()));
        WalEnvironment environment = new WalEnvironment(
                UUID.fromString(disk.bootId()), WalEnvironment.local().epochs());
        return QueueEngine.open(disk.root().resolve("queues"), config, environment);
    }

    @Test
    void messagesGoOnceTheirRunIsTooOld() {
        Retention hour = Retention.forever().withAge(AGE);
        try (QueueEngine engine = open(hour)) {
            putEpochs(engine, 3);
            awaitSorted(engine);
            assertThat(engine.earliestOffset(engine.queue("q"))).isZero();

            clock.advance(AGE.plusSeconds(1));
            long before = put;
            putEpochs(engine, 2); // a sort makes it look
            long first = awaitEarliest(engine, 1);
            assertThat(first).as("only what is old is gone").isLessThanOrEqualTo(before);
            check(engine);
        }
        try (QueueEngine engine = open(hour)) {
            assertThat(engine.earliestOffset(engine.queue("q")))
                    .as("opened again")
                    .isPositive();
            check(engine);
        }
    }

    @Test
    void whatBecameOldWhileItWasClosedGoes() {
        Retention hour = Retention.forever().withAge(AGE);
        try (QueueEngine engine = open(hour)) {
            putEpochs(engine, 3);
            awaitSorted(engine);
        }
        clock.advance(AGE.plusSeconds(1));
        try (QueueEngine engine = open(hour)) {
            awaitEarliest(engine, EPOCH_MESSAGES);
            check(engine);
        }
    }

    @Test
    void theOldestGoOnceAllAreTooLarge() {
        long bytes = 400_000;
        Retention small = Retention.forever().withBytes(bytes);
        try (QueueEngine engine = open(small)) {
            putEpochs(engine, 30);
            awaitEarliest(engine, EPOCH_MESSAGES);
            awaitSorted(engine);
            assertThat(runBytes()).as("on the disk").isLessThan(2 * bytes);
            assertThat(put - engine.earliestOffset(engine.queue("q")))
                    .as("what stays")
                    .isGreaterThan(EPOCH_MESSAGES);
            check(engine);
        }
        long first;
        try (QueueEngine engine = open(small)) {
            first = engine.earliestOffset(engine.queue("q"));
            check(engine);
        }
        try (QueueEngine engine = open(Retention.forever())) {
            assertThat(engine.earliestOffset(engine.queue("q")))
                    .as("what is gone stays gone")
                    .isGreaterThanOrEqualTo(first);
            putEpochs(engine, 10);
            check(engine);
        }
    }

    @Test
    void neverBringsBackWhatWasTrimmed() {
        Retention small = Retention.forever().withBytes(400_000);
        long trimmed;
        try (QueueEngine engine = open(small)) {
            putEpochs(engine, 10);
            trimmed = put - 10;
            engine.trim(engine.queue("q"), trimmed);
            putEpochs(engine, 1);
            awaitSorted(engine);
            assertThat(engine.earliestOffset(engine.queue("q"))).isEqualTo(trimmed);
            check(engine);
        }
        try (QueueEngine engine = open(small)) {
            assertThat(engine.earliestOffset(engine.queue("q"))).isEqualTo(trimmed);
            putEpochs(engine, 20);
            awaitEarliest(engine, trimmed + 1);
            check(engine);
        }
        try (QueueEngine engine = open(small)) {
            assertThat(engine.earliestOffset(engine.queue("q"))).isGreaterThan(trimmed);
            check(engine);
        }
    }

    private void putEpochs(QueueEngine engine, int epochs) {
        for (int i = 0; i < epochs * EPOCH_MESSAGES; i++) {
            engine.store().put("q", message(put++));
        }
    }

    private static byte[] message(long offset) {
        return ByteBuffer.allocate(MESSAGE_BYTES).putLong(0, offset).array();
    }

    private static void awaitSorted(QueueEngine engine) {
        Awaitility.await().atMost(LIMIT).until(() -> engine.health().details().get("unsortedEpochs"), "0"::equals);
    }

    private static long awaitEarliest(QueueEngine engine, long least) {
        QueueId queue = engine.queue("q");
        return Awaitility.await().atMost(LIMIT).until(() -> engine.earliestOffset(queue), first -> first >= least);
    }

    private long runBytes() {
        return disk.paths().stream()
                .filter(path -> path.toString().contains("run-"))
                .mapToLong(path -> disk.bytes(path).length)
                .sum();
    }

    /** From the earliest offset, which may move on meanwhile, to the end, every message is there. */
    private void check(QueueEngine engine) {
        assertThat(engine.nextOffset(engine.queue("q"))).isEqualTo(put);
        Collection<byte[]> messages = engine.store().get("q", 0, Long.MAX_VALUE);
        long offset = put - messages.size();
        assertThat(offset).isLessThanOrEqualTo(engine.earliestOffset(engine.queue("q")));
        for (byte[] message : messages) {
            assertThat(message).isEqualTo(message(offset++));
        }
    }
}
