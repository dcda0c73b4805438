package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.PageArena;
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

/** A log many times as large as its memory, read from its beginning: every segment but the last ones comes from a file. */
class ColdReadsTest {

    private static final int RECORDS = 60_000;

    @TempDir
    @SuppressWarnings("NullAway") // JUnit sets it
    private Path directory;

    private final PageArena arena = PageArena.create(4 << 20);
    private WriteAheadLog log;

    @BeforeEach
    void write() {
        log = open();
        for (int number = 0; number < RECORDS; number++) {
            log.append(Unpooled.buffer(64).writeInt(number).writeZero(60));
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
                        .withSegmentBytes(WalConfig.SEGMENT_BYTES_MIN)
                        .withCacheBytes(1 << 20)
                        .withArena(arena));
    }

    private static int number(LogReader reader) {
        return reader.record().getInt(reader.record().readerIndex());
    }

    @Test
    void everyRecordIsReadInOrder() {
        try (LogReader reader = log.read(log.startPosition())) {
            for (int number = 0; number < RECORDS; number++) {
                assertThat(reader.next()).isTrue();
                assertThat(number(reader)).isEqualTo(number);
            }
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void manyReadersAtOnceReadTheSame() throws Exception {
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
    void damageIsToldWhereItIsAndNotBefore() throws IOException {
        Path damaged = segments().get(5);
        try (FileChannel file = FileChannel.open(damaged, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 40_000);
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
        assertThat(read.get(read.size() - 1) / WalConfig.SEGMENT_BYTES_MIN).isEqualTo(4);
    }

    @Test
    void aReaderBehindATruncationIsToldSo() {
        try (LogReader reader = log.read(log.startPosition())) {
            while (reader.position() / WalConfig.SEGMENT_BYTES_MIN < 3) {
                reader.next();
            }
            log.truncatePrefix(20L * WalConfig.SEGMENT_BYTES_MIN);
            assertThatThrownBy(() -> {
                        while (reader.next()) {
                            assertThat(reader.position() / WalConfig.SEGMENT_BYTES_MIN)
                                    .isEqualTo(3);
                        }
                    })
                    .isInstanceOf(WalException.class)
                    .hasMessageContaining("truncated");
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toFile().length() == WalConfig.SEGMENT_BYTES_MIN)
                    .sorted()
                    .toList();
        }
    }
}
