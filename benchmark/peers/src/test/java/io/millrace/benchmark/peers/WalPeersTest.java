package io.millrace.benchmark.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.wal.WalLevel;
import io.millrace.benchmark.wal.WalSubject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WalPeersTest {
    private static final int RECORDS = 5_000;

    @ParameterizedTest
    @EnumSource(WalLevel.class)
    void rocksKeepsEveryRecordInOrder(WalLevel level, @TempDir Path directory) throws IOException {
        try (RocksWal wal = new RocksWal()) {
            wal.open(directory, level);
            appendAndReadBack(wal, level);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = WalLevel.class,
            names = {"PAGE", "OS"})
    void chronicleKeepsEveryRecordInOrder(WalLevel level, @TempDir Path directory) throws IOException {
        try (ChronicleWal wal = new ChronicleWal()) {
            wal.open(directory, level);
            appendAndReadBack(wal, level);
        }
    }

    @Test
    void chronicleReadsWhatAnEarlierOneWrote(@TempDir Path directory) throws IOException {
        try (ChronicleWal wal = new ChronicleWal()) {
            wal.open(directory, WalLevel.OS);
            append(wal);
        }
        try (ChronicleWal wal = new ChronicleWal()) {
            wal.open(directory, WalLevel.OS);
            assertThat(read(wal)).isEqualTo(expected());
        }
    }

    private static void appendAndReadBack(WalSubject wal, WalLevel level) throws IOException {
        long token = append(wal);
        if (level.isOnDevice()) {
            wal.awaitDurable(token);
        }
        wal.settle();
        assertThat(read(wal)).isEqualTo(expected());
    }

    private static long append(WalSubject wal) throws IOException {
        WalSubject.Appender appender = wal.appender();
        long token = 0;
        for (String record : expected()) {
            token = appender.append(record.getBytes(StandardCharsets.US_ASCII));
        }
        return token;
    }

    private static List<String> read(WalSubject wal) throws IOException {
        List<String> found = new ArrayList<>();
        byte[] record = new byte[64];
        try (WalSubject.Cursor cursor = wal.cursor()) {
            for (int length = cursor.next(record); length >= 0; length = cursor.next(record)) {
                found.add(new String(record, 0, length, StandardCharsets.US_ASCII));
            }
        }
        return found;
    }

    private static List<String> expected() {
        List<String> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            records.add("record " + i);
        }
        return records;
    }
}
