package io.millrace.benchmark.peers.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.LogSegmentData;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentId;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteResourceNotFoundException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager.IndexType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NaiveStorageTest {
    private static final RemoteLogSegmentMetadata SEGMENT = new RemoteLogSegmentMetadata(
            new RemoteLogSegmentId(
                    new TopicIdPartition(Uuid.randomUuid(), new TopicPartition("topic", 0)), Uuid.randomUuid()),
            0,
            9,
            0,
            1,
            0,
            10,
            Map.of(0, 0L));

    @TempDir
    private Path directory = Path.of("");

    private final NaiveStorage storage = new NaiveStorage();

    @BeforeEach
    void open() {
        storage.configure(Map.of("directory", directory.resolve("cold").toString()));
    }

    @Test
    void givesBackWhatWasCopied() throws Exception {
        storage.copyLogSegmentData(SEGMENT, data());
        storage.copyLogSegmentData(SEGMENT, data()); // Kafka may ask again

        try (InputStream all = storage.fetchLogSegment(SEGMENT, 0);
                InputStream rest = storage.fetchLogSegment(SEGMENT, 3)) {
            assertThat(all).hasContent("segment");
            assertThat(rest).hasContent("ment");
        }
        assertThat(storage.fetchIndex(SEGMENT, IndexType.OFFSET)).hasContent("offsets");
        assertThat(storage.fetchIndex(SEGMENT, IndexType.TIMESTAMP)).hasContent("times");
        assertThat(storage.fetchIndex(SEGMENT, IndexType.PRODUCER_SNAPSHOT)).hasContent("producers");
        assertThat(storage.fetchIndex(SEGMENT, IndexType.LEADER_EPOCH)).hasContent("epochs");
        assertThatExceptionOfType(RemoteResourceNotFoundException.class)
                .isThrownBy(() -> storage.fetchIndex(SEGMENT, IndexType.TRANSACTION));
    }

    @Test
    void deletesOnceAndForAll() throws Exception {
        storage.copyLogSegmentData(SEGMENT, data());

        storage.deleteLogSegmentData(SEGMENT);
        storage.deleteLogSegmentData(SEGMENT);

        assertThat(directory.resolve("cold")).isEmptyDirectory();
        assertThatExceptionOfType(RemoteResourceNotFoundException.class)
                .isThrownBy(() -> storage.fetchLogSegment(SEGMENT, 0));
    }

    private LogSegmentData data() throws Exception {
        return new LogSegmentData(
                file("segment"),
                file("offsets"),
                file("times"),
                Optional.empty(),
                file("producers"),
                ByteBuffer.wrap("epochs".getBytes(StandardCharsets.UTF_8)));
    }

    private Path file(String content) throws Exception {
        return Files.writeString(directory.resolve(content), content);
    }
}
