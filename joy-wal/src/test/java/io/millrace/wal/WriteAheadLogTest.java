package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WriteAheadLogTest {

    @TempDir
    @SuppressWarnings("NullAway") // JUnit sets it
    private Path directory;

    private static WalConfig config(Durability level) {
        return WalConfig.defaults()
                .withDurability(level)
                .withSegmentBytes(WalConfig.SEGMENT_BYTES_MIN)
                .withCacheBytes(1 << 20);
    }

    private static ByteBuf record(int number) {
        return Unpooled.copiedBuffer("record " + number + "-".repeat(number % 50), StandardCharsets.UTF_8);
    }

    private static String text(ByteBuf bytes) {
        return new String(ByteBufUtil.getBytes(bytes), StandardCharsets.UTF_8);
    }

    private static List<String> readAll(WriteAheadLog log) {
        List<String> records = new ArrayList<>();
        try (LogReader reader = log.read(log.startPosition())) {
            while (reader.next()) {
                records.add(text(reader.record()));
            }
        }
        return records;
    }

    private static List<String> texts(int from, int to) {
        List<String> texts = new ArrayList<>();
        for (int number = from; number < to; number++) {
            texts.add(text(record(number)));
        }
        return texts;
    }

    private static List<String> sorted(List<String> texts) {
        texts.sort(null);
        return texts;
    }

    @Test
    void truncatingBeforeTheBeginningKeepsEverything() {
        int count = 20_000;
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(Durability.OS))) {
            for (int number = 0; number < count; number++) {
                log.append(record(number));
            }
            log.truncatePrefix(-1);
            log.truncatePrefix(0);
            assertThat(readAll(log)).isEqualTo(texts(0, count));
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void recordsAreReadInOrderBeforeAndAfterAReopen(Durability level) {
        int count = 20_000;
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(level))) {
            long last = -1;
            for (int number = 0; number < count; number++) {
                long position = log.append(record(number));
                assertThat(position).isGreaterThan(last);
                last = position;
            }
            assertThat(readAll(log)).isEqualTo(texts(0, count));
        }
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(level))) {
            assertThat(log.recovery().droppedBytes()).isZero();
            assertThat(readAll(log)).isEqualTo(texts(0, count));
            for (int number = count; number < count + 5000; number++) {
                log.append(record(number));
            }
        }
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(level))) {
            assertThat(readAll(log)).isEqualTo(texts(0, count + 5000));
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void awaitDurableMovesTheDurablePositionPastTheRecord(Durability level) {
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(level))) {
            for (int number = 0; number < 3000; number++) {
                long position = log.append(record(number));
                if (number % 100 == 0) {
                    log.awaitDurable(position);
                    assertThat(log.durablePosition()).isGreaterThan(position);
                }
            }
            CompletionStage<Void> durable = log.whenDurable(log.append(record(1)));
            durable.toCompletableFuture().join();
            log.sync();
            assertThat(log.durablePosition()).isEqualTo(log.tailPosition());
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void truncatedSegmentsAreUsedAgain(Durability level) throws Exception {
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(level))) {
            long position = 0;
            for (int number = 0; number < 100_000; number++) {
                position = log.append(record(number));
                if (number % 1000 == 0) {
                    log.truncatePrefix(position);
                }
            }
            log.truncatePrefix(position);
            log.sync();
            log.truncatePrefix(position);
            assertThat(log.startPosition()).isLessThanOrEqualTo(position);
            try (var files = Files.list(directory)) {
                assertThat(files.count()).isLessThan(20);
            }
            List<String> rest = readAll(log);
            assertThat(rest).isEqualTo(texts(100_000 - rest.size(), 100_000));
        }
    }

    /** The example of the README. */
    @Test
    void theExampleOfTheReadmeRuns() {
        try (WriteAheadLog log = WriteAheadLog.open(directory, WalConfig.defaults())) {
            long position = log.append(Unpooled.copiedBuffer("hello", StandardCharsets.UTF_8));
            log.awaitDurable(position);
            try (LogReader reader = log.read(log.startPosition())) {
                while (reader.next()) {
                    System.out.println(reader.position() + " " + reader.record().toString(StandardCharsets.UTF_8));
                }
            }
            log.truncatePrefix(position);
        }
    }

    @Test
    void aUnitIsReadAsItsRecords() {
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(Durability.OS))) {
            long first = log.appendAll(List.of(record(1), record(2), record(3)));
            assertThat(text(log.at(first))).isEqualTo(text(record(1)));
            assertThat(readAll(log)).isEqualTo(texts(1, 4));
        }
    }

    @Test
    void aSecondLogOnTheDirectoryIsRefused() {
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(Durability.OS))) {
            assertThat(log.tailPosition()).isEqualTo(log.startPosition());
            assertThatThrownBy(() -> WriteAheadLog.open(directory, config(Durability.OS)))
                    .isInstanceOfSatisfying(
                            WalException.class, e -> assertThat(e.reason()).isEqualTo(WalException.Reason.IN_USE));
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void theEndIsTruncatedAtARecord(Durability level) {
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(level))) {
            List<Long> positions = new ArrayList<>();
            for (int number = 0; number < 5000; number++) {
                positions.add(log.append(record(number)));
            }
            assertThatThrownBy(() -> log.truncateSuffix(positions.get(100) + 8))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(readAll(log)).isEqualTo(texts(0, 5000));
            for (int end : new int[] {4000, 3999, 900, 1, 0}) {
                log.truncateSuffix(positions.get(end));
                assertThat(readAll(log)).isEqualTo(texts(0, end));
                log.append(record(end));
                assertThat(readAll(log)).isEqualTo(texts(0, end + 1));
                log.truncateSuffix(log.tailPosition());
                assertThat(readAll(log)).isEqualTo(texts(0, end + 1));
            }
        }
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(level))) {
            assertThat(readAll(log)).isEqualTo(texts(0, 1));
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aRecordIsFoundByItsPositionInMemoryAndOnDisk(Durability level) {
        List<Long> positions = new ArrayList<>();
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(level))) {
            for (int number = 0; number < 30_000; number++) {
                positions.add(log.append(record(number)));
            }
        }
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(level))) {
            for (int number = 0; number < 30_000; number += 37) {
                ByteBuf found = log.at(positions.get(number));
                assertThat(text(found)).isEqualTo(text(record(number)));
                found.release();
            }
            assertThatThrownBy(() -> log.at(positions.get(5) + 8).release()).isInstanceOf(WalException.class);
            try (LogSegment pinned = log.pin(positions.get(0))) {
                assertThat(pinned.isSealed()).isTrue();
                int header = pinned.page().getIntAcquire((int) (positions.get(3) - pinned.basePosition()));
                assertThat(WalRecord.length(header)).isEqualTo(record(3).readableBytes());
            }
        }
    }

    @Test
    void appendsFromManyThreadsAreAllThere() throws Exception {
        int threads = 4;
        int each = 20_000;
        try (WriteAheadLog log = WriteAheadLog.open(directory, config(Durability.OS))) {
            List<Thread> appenders = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int from = thread * each;
                Thread appender = new Thread(() -> {
                    for (int number = from; number < from + each; number++) {
                        log.append(record(number));
                    }
                });
                appender.start();
                appenders.add(appender);
            }
            for (Thread appender : appenders) {
                appender.join();
            }
            // Sorted, since a comparison in any order looks at each pair of them.
            assertThat(sorted(readAll(log))).isEqualTo(sorted(texts(0, threads * each)));
        }
    }
}
