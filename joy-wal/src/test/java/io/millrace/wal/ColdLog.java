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

/** A log larger than its memory, read from its beginning: every segment but the last ones comes from a file. */
abstract class ColdLog {

    private final int segmentBytes;
    private final WalConfig config;
    private final int records;
    private final int recordBytes;
    private final PageArena arena;

    @TempDir
    @SuppressWarnings("NullAway") // JUnit sets it
    private Path directory;

    private WriteAheadLog log;

    @SuppressWarnings("NullAway") // JUnit opens the log
    ColdLog(WalConfig config, long arenaBytes, int records, int recordBytes) {
        this.segmentBytes = config.segmentBytes();
        this.arena = PageArena.create(arenaBytes);
        this.config = config.withArena(arena);
        this.records = records;
        this.recordBytes = recordBytes;
    }

    @BeforeEach
    void write() {
        log = WriteAheadLog.open(directory, config);
        for (int number = 0; number < records; number++) {
            log.append(Unpooled.buffer(recordBytes).writeInt(number).writeZero(recordBytes - 4));
        }
        log.close();
        log = WriteAheadLog.open(directory, config);
    }

    @AfterEach
    void everyPageIsGivenBack() {
        log.close();
        assertThat(arena.usedBytes()).isZero();
        arena.close();
    }

    private static int number(LogReader reader) {
        ByteBuf record = reader.record();
        return record.getInt(record.readerIndex());
    }

    @Test
    void everyRecordIsReadInOrder() {
        try (LogReader reader = log.read(log.startPosition())) {
            for (int number = 0; number < records; number++) {
                assertThat(reader.next()).isTrue();
                assertThat(number(reader)).isEqualTo(number);
            }
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void manyReadersAtOnceReadTheSame() throws InterruptedException {
        List<Thread> readers = Stream.generate(() -> new Thread(this::everyRecordIsReadInOrder))
                .limit(8)
                .toList();
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
        for (int read = 100; read < records; read += 700 + read / 4) {
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
        while (reader.position() < segmentBytes / 2) {
            assertThat(reader.next()).isTrue();
        }
        log.close();
        reader.close();
    }

    @Test
    void damageIsToldWhereItIsAndNotBefore() throws IOException {
        int segment = 3;
        int place = segmentBytes / 4 * 3;
        Path damaged = segments().get(segment);
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
        // What holds in front of the damaged group, which is of 64 KiB, was read.
        long damage = (long) segment * segmentBytes + place;
        assertThat(read.get(read.size() - 1)).isBetween(damage - (128 << 10), damage);
    }

    @Test
    void aReaderBehindATruncationIsToldSo() {
        try (LogReader reader = log.read(log.startPosition())) {
            while (reader.position() / segmentBytes < 1) {
                assertThat(reader.next()).isTrue();
            }
            log.truncatePrefix(4L * segmentBytes);
            assertThatThrownBy(() -> {
                        while (reader.next()) {
                            assertThat(reader.position() / segmentBytes).isEqualTo(1);
                        }
                    })
                    .isInstanceOf(WalException.class)
                    .hasMessageContaining("truncated");
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toFile().length() == segmentBytes)
                    .sorted()
                    .toList();
        }
    }
}
