package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.PageArena;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Segments of several windows each, read from their files: the next window is opened while a reader is in the one before. */
class ReadAheadTest {

    private static final int SEGMENT_BYTES = 4 << 20;
    private static final int RECORDS = 40_000;
    private static final int RECORD_BYTES = 1000;

    @TempDir
    @SuppressWarnings("NullAway") // JUnit sets it
    private Path directory;

    private final PageArena arena = PageArena.create(40 << 20);
    private WriteAheadLog log;

    @BeforeEach
    void write() {
        log = open();
        for (int number = 0; number < RECORDS; number++) {
            log.append(Unpooled.buffer(RECORD_BYTES).writeInt(number).writeZero(RECORD_BYTES - 4));
        }
        log.close();
        log = open();
    }

    @AfterEach
    void everyPageIsGivenBack() {
        log.close();
        assertThat(arena.usedBytes()).isZero();
        arena.close();
    }

    private WriteAheadLog open() {
        return WriteAheadLog.open(
                directory,
                WalConfig.defaults()
                        .withDurability(Durability.PAGE)
                        .withSegmentBytes(SEGMENT_BYTES)
                        .withCacheBytes(24 << 20)
                        .withArena(arena));
    }

    private static int number(LogReader reader) {
        ByteBuf record = reader.record();
        return record.getInt(record.readerIndex());
    }

    private void readAll() {
        try (LogReader reader = log.read(log.startPosition())) {
            for (int number = 0; number < RECORDS; number++) {
                assertThat(reader.next()).isTrue();
                assertThat(number(reader)).isEqualTo(number);
            }
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void everyRecordIsReadInOrder() {
        readAll();
    }

    @Test
    void manyReadersAtOnceReadTheSame() throws InterruptedException {
        List<Thread> readers =
                Stream.generate(() -> new Thread(this::readAll)).limit(4).toList();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (Thread reader : readers) {
            reader.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
            reader.start();
        }
        for (Thread reader : readers) {
            reader.join();
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void aReaderMayLeaveAnywhere() {
        for (int read = 100; read < RECORDS; read += 700 + read / 4) {
            try (LogReader reader = log.read(log.startPosition())) {
                for (int number = 0; number < read; number++) {
                    assertThat(reader.next()).isTrue();
                }
                assertThat(number(reader)).isEqualTo(read - 1);
            }
        }
    }

    @Test
    void aLogMayCloseBeforeItsReaders() {
        LogReader reader = log.read(log.startPosition());
        for (int number = 0; number < 2_500; number++) {
            assertThat(reader.next()).isTrue();
        }
        log.close();
        reader.close();
    }

    @Test
    void damageIsToldWhereItIsAndNotBefore() throws IOException {
        Path damaged = segments().get(1);
        int place = 3 << 20;
        try (FileChannel file = FileChannel.open(damaged, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), place);
        }
        List<Long> read = new ArrayList<>();
        try (LogReader reader = log.read(log.startPosition())) {
            assertThatThrownBy(() -> {
                        while (reader.next()) {
                            assertThat(number(reader)).isEqualTo(read.size());
                            read.add(reader.position());
                        }
                    })
                    .isInstanceOf(WalException.class)
                    .hasMessageContaining(damaged.getFileName().toString())
                    .extracting(failure -> ((WalException) failure).reason())
                    .isEqualTo(WalException.Reason.CORRUPT);
        }
        long last = read.get(read.size() - 1);
        assertThat(last).isBetween(SEGMENT_BYTES + place - (1L << 20), (long) SEGMENT_BYTES + place);
    }

    @Test
    void aReaderBehindATruncationIsToldSo() {
        try (LogReader reader = log.read(log.startPosition())) {
            for (int number = 0; number < 2_500; number++) {
                assertThat(reader.next()).isTrue();
            }
            log.truncatePrefix(3L * SEGMENT_BYTES);
            assertThatThrownBy(() -> {
                        while (reader.next()) {
                            assertThat(reader.position()).isLessThan(SEGMENT_BYTES);
                        }
                    })
                    .isInstanceOf(WalException.class)
                    .hasMessageContaining("truncated");
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toFile().length() == SEGMENT_BYTES)
                    .sorted()
                    .toList();
        }
    }
}
