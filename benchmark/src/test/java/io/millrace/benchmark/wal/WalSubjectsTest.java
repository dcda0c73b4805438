package io.millrace.benchmark.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WalSubjectsTest {
    private static final int RECORDS = 6_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    static Stream<Arguments> plainSubjects() {
        return Stream.of(WalContender.OURS, WalContender.BLOCK_WRITE, WalContender.MMAP, WalContender.FSYNC_EACH)
                .flatMap(contender -> Stream.of(WalLevel.values())
                        .filter(level -> contender != WalContender.MMAP || !level.isOnDevice())
                        .map(level -> Arguments.of(contender, level)));
    }

    @ParameterizedTest
    @MethodSource("plainSubjects")
    void everyRecordOfFourThreadsComesBack(WalContender contender, WalLevel level, @TempDir Path directory)
            throws Exception {
        WalTask task =
                switch (level) {
                    case SYNC -> WalTask.APPEND_BLOCKING;
                    case SYNC_BEHIND -> WalTask.APPEND_ASYNC;
                    default -> WalTask.APPEND;
                };
        long records = level == WalLevel.SYNC || contender == WalContender.FSYNC_EACH ? 400 : RECORDS;
        try (WalSubject subject = WalSubjects.create(contender.subject())) {
            subject.open(directory, level);
            AppendLoop.Result result = new AppendLoop(task, 4, records, LIMIT).run(subject);
            assertThat(result.records()).isGreaterThanOrEqualTo(records);
            WalCheck.check(subject, result.records(), Long.MAX_VALUE);
        }
    }

    @Test
    void aLostRecordIsFound(@TempDir Path directory) throws Exception {
        try (WalSubject subject = new BlockWriteWal()) {
            subject.open(directory, WalLevel.OS);
            AppendLoop.Result result = new AppendLoop(WalTask.APPEND, 1, RECORDS, LIMIT).run(subject);
            assertThatThrownBy(() -> WalCheck.readAll(subject, result.records() + 1))
                    .hasMessageContaining("records lost");
        }
    }

    @Test
    void aFlippedBitIsFound(@TempDir Path directory) throws Exception {
        try (WalSubject subject = new BlockWriteWal()) {
            subject.open(directory, WalLevel.OS);
            long records = new AppendLoop(WalTask.APPEND, 1, RECORDS, LIMIT)
                    .run(subject)
                    .records();
            flip(directory.resolve("00000000.journal"), 5_000);
            assertThatThrownBy(() -> WalCheck.readAll(subject, records)).hasMessageContaining("wrong checksum");
        }
    }

    private static void flip(Path file, long position) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(position);
            int before = bytes.read();
            bytes.seek(position);
            bytes.write(before ^ 4);
        }
    }

    @Test
    void aRecordThatIsNotItsNumbersIsRefused() {
        byte[] record = new byte[SampleRecord.BYTES];
        SampleRecord.fill(record, 42);
        assertThat(SampleRecord.check(record, record.length)).isEqualTo(42);
        record[30] ^= 1;
        assertThatThrownBy(() -> SampleRecord.check(record, record.length)).isInstanceOf(IllegalStateException.class);
    }
}
