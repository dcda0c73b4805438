package io.millrace.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import io.millrace.tiered.cold.SegmentSummary;
import io.millrace.tiered.disk.ColdFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.server.log.remote.storage.RemoteResourceNotFoundException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager.IndexType;
import org.apache.kafka.server.log.remote.storage.RetriableRemoteStorageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TieredStorageTest {

    private static final int CHUNK = 64 << 10;

    @TempDir
    private Path folder;

    private final Random random = Seeds.random("TieredStorageTest");
    private Path logs;
    private Path cold;
    private TieredStorage storage;

    @BeforeEach
    void open() throws IOException {
        logs = Files.createDirectory(folder.resolve("logs"));
        cold = Files.createDirectory(folder.resolve("cold"));
        storage = opened();
    }

    @AfterEach
    void close() {
        storage.close();
    }

    @Test
    void givesEveryRangeOfRandomSegments() throws Exception {
        for (int length : List.of(0, 1, 4095, 4096, CHUNK - 1, CHUNK, CHUNK + 1, 5 * CHUNK + 12_345)) {
            SampleSegment segment = copied(length);
            assertThat(storage.fetchLogSegment(segment.metadata(), 0)).hasBinaryContent(segment.log());
            for (int i = 0; i < 40; i++) {
                int from = random.nextInt(length + 1);
                int last = from + random.nextInt(length + 2);
                assertRange(segment, from, last);
            }
        }
    }

    @Test
    void givesTheIndexesAndSaysWhichIsMissing() throws Exception {
        SampleSegment with = copied(100_000);
        with.indexes().forEach((type, bytes) -> assertThat(index(with, type)).isEqualTo(bytes));
        SampleSegment without = SampleSegment.create(ColdFiles.local(), logs, random, 100, false);
        storage.copyLogSegmentData(without.metadata(), without.data());
        assertThat(index(without, IndexType.OFFSET)).isEqualTo(without.indexes().get(IndexType.OFFSET));
        assertThatThrownBy(() -> storage.fetchIndex(without.metadata(), IndexType.TRANSACTION))
                .isInstanceOf(RemoteResourceNotFoundException.class)
                .hasMessageContaining("TRANSACTION");
    }

    @Test
    void copiesTheSameSegmentAgain() throws Exception {
        SampleSegment segment = SampleSegment.create(ColdFiles.local(), logs, random, 3 * CHUNK + 7);
        byte[] first = storage.copyLogSegmentData(segment.metadata(), segment.data())
                .orElseThrow()
                .value();
        byte[] second = storage.copyLogSegmentData(segment.metadata(), segment.data())
                .orElseThrow()
                .value();
        assertThat(second).isEqualTo(first).hasSizeLessThanOrEqualTo(128);
        assertThat(SegmentSummary.of(first).dataBytes()).isEqualTo(segment.log().length);
        assertThat(storage.fetchLogSegment(segment.metadata(), 0)).hasBinaryContent(segment.log());
    }

    @Test
    void deletesASegmentOnceAndAgain() throws Exception {
        SampleSegment segment = copied(CHUNK);
        storage.deleteLogSegmentData(segment.metadata());
        storage.deleteLogSegmentData(segment.metadata());
        assertThatThrownBy(() -> storage.fetchLogSegment(segment.metadata(), 0))
                .isInstanceOf(RemoteResourceNotFoundException.class)
                .hasMessageContaining("orders");
        assertThatThrownBy(() -> storage.fetchIndex(segment.metadata(), IndexType.OFFSET))
                .isInstanceOf(RemoteResourceNotFoundException.class);
        assertThat(filesIn(cold)).containsExactlyInAnyOrder("cold-id", "lock");
    }

    @Test
    void findsItsSegmentsAfterARestart() throws Exception {
        SampleSegment segment = copied(2 * CHUNK + 1);
        storage.close();
        storage = opened();
        assertThat(storage.fetchLogSegment(segment.metadata(), 0)).hasBinaryContent(segment.log());
        storage.deleteLogSegmentData(segment.metadata());
        assertThat(filesIn(cold)).containsExactlyInAnyOrder("cold-id", "lock");
    }

    @Test
    void removesWhatACrashLeftAndNothingElse() throws Exception {
        SampleSegment segment = copied(CHUNK);
        storage.close();
        Path partition;
        try (Stream<Path> folders = Files.list(cold)) {
            partition = folders.filter(Files::isDirectory).findFirst().orElseThrow();
        }
        Files.write(partition.resolve("AAAAAAAAAAAAAAAAAAAAAA.data"), new byte[9]);
        Files.write(partition.resolve("BBBBBBBBBBBBBBBBBBBBBB.manifest.new"), new byte[9]);
        Files.write(partition.resolve("notes.txt"), new byte[9]);
        storage = opened();
        assertThat(filesIn(cold)).hasSize(6).anyMatch(name -> name.endsWith("notes.txt"));
        assertThat(storage.fetchLogSegment(segment.metadata(), 0)).hasBinaryContent(segment.log());
    }

    @Test
    void refusesALogThatIsShorterThanAnnounced() throws Exception {
        SampleSegment segment = SampleSegment.create(ColdFiles.local(), logs, random, CHUNK);
        Files.write(segment.data().logSegment(), new byte[CHUNK - 1]);
        assertThatThrownBy(() -> storage.copyLogSegmentData(segment.metadata(), segment.data()))
                .isExactlyInstanceOf(RemoteStorageException.class)
                .hasMessageContaining("shorter than announced");
        Files.delete(segment.data().logSegment());
        assertThatThrownBy(() -> storage.copyLogSegmentData(segment.metadata(), segment.data()))
                .isExactlyInstanceOf(RemoteStorageException.class);
        assertThat(filesIn(cold)).containsExactlyInAnyOrder("cold-id", "lock");
    }

    @Test
    void refusesPositionsThatAreNone() throws Exception {
        SampleSegment segment = copied(100);
        assertThat(storage.fetchLogSegment(segment.metadata(), 100)).isEmpty();
        assertThatThrownBy(() -> storage.fetchLogSegment(segment.metadata(), 101))
                .isInstanceOf(RemoteStorageException.class)
                .hasMessageContaining("101");
        assertThatThrownBy(() -> storage.fetchLogSegment(segment.metadata(), -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> storage.fetchLogSegment(segment.metadata(), 2, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anInterruptedCopyIsRetriedAndLeavesNothing() throws Exception {
        SampleSegment segment = SampleSegment.create(ColdFiles.local(), logs, random, 2 * CHUNK);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> storage.copyLogSegmentData(segment.metadata(), segment.data()))
                .isInstanceOf(RetriableRemoteStorageException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(filesIn(cold)).containsExactlyInAnyOrder("cold-id", "lock");
        storage.copyLogSegmentData(segment.metadata(), segment.data());
        assertThat(storage.fetchLogSegment(segment.metadata(), 0)).hasBinaryContent(segment.log());
    }

    private SampleSegment copied(int length) throws RemoteStorageException {
        SampleSegment segment = SampleSegment.create(ColdFiles.local(), logs, random, length);
        storage.copyLogSegmentData(segment.metadata(), segment.data());
        return segment;
    }

    private void assertRange(SampleSegment segment, int from, int last) throws Exception {
        int to = Math.min(segment.log().length, last + 1);
        try (InputStream range = storage.fetchLogSegment(segment.metadata(), from, last)) {
            assertThat(range.readAllBytes()).isEqualTo(Arrays.copyOfRange(segment.log(), from, Math.max(from, to)));
        }
    }

    private byte[] index(SampleSegment segment, IndexType type) {
        try (InputStream index = storage.fetchIndex(segment.metadata(), type)) {
            return index.readAllBytes();
        } catch (RemoteStorageException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private TieredStorage opened() {
        TieredStorage made = new TieredStorage();
        made.configure(Map.of(
                "cold.directories", cold.toString(), "chunk.bytes", "" + CHUNK, "buffer.bytes", "" + 16 * CHUNK));
        return made;
    }

    private static List<String> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> !file.equals(folder))
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
