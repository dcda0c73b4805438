package io.millrace.tiered.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.tiered.TieredStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.LogSegmentData;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentId;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;

/** A cold directory that the plugin itself has written, as a broker would have it write. */
final class SampleCold {

    static final int CHUNK_BYTES = 64 << 10;

    final Path directory;
    final Uuid topicId = Uuid.randomUuid();
    private final Path folder;
    private final Random random;

    SampleCold(Path folder, Random random) throws IOException {
        this.folder = folder;
        this.random = random;
        this.directory = Files.createDirectories(folder.resolve("cold"));
    }

    /** Copies segments of these lengths, each of a hundred offsets, one behind the other. */
    RemoteLogSegmentMetadata copy(String topic, int partition, int... lengths)
            throws RemoteStorageException, IOException {
        RemoteLogSegmentMetadata last = null;
        try (TieredStorage storage = new TieredStorage()) {
            storage.configure(Map.of(
                    "cold.directories",
                    directory.toString(),
                    "chunk.bytes",
                    Integer.toString(CHUNK_BYTES),
                    "broker.id",
                    "1"));
            for (int i = 0; i < lengths.length; i++) {
                last = metadata(topic, partition, 100L * i, lengths[i]);
                storage.copyLogSegmentData(last, data(lengths[i]));
            }
        }
        if (last == null) {
            throw new IllegalArgumentException("no lengths");
        }
        return last;
    }

    private RemoteLogSegmentMetadata metadata(String topic, int partition, long offset, int length) {
        TopicIdPartition of = new TopicIdPartition(topicId, new TopicPartition(topic, partition));
        return new RemoteLogSegmentMetadata(
                RemoteLogSegmentId.generateNew(of),
                offset,
                offset + 99,
                1_700_000_000_000L + offset,
                1,
                0,
                length,
                Map.of(0, 0L));
    }

    private LogSegmentData data(int length) throws IOException {
        return new LogSegmentData(
                write(length),
                write(700),
                write(300),
                Optional.of(write(50)),
                write(10),
                ByteBuffer.wrap("0\n1\n0 0\n".getBytes(UTF_8)));
    }

    private Path write(int length) throws IOException {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Files.write(Files.createTempFile(folder, "segment", ""), bytes);
    }

    Path data(RemoteLogSegmentMetadata segment) {
        return file(segment, ".data");
    }

    Path manifest(RemoteLogSegmentMetadata segment) {
        return file(segment, ".manifest");
    }

    private Path file(RemoteLogSegmentMetadata segment, String suffix) {
        return directory
                .resolve(topicId + "-"
                        + segment.remoteLogSegmentId().topicIdPartition().partition())
                .resolve(segment.remoteLogSegmentId().id() + suffix);
    }

    /** Changes one bit of a file. */
    static void flip(Path file, long at, int bit) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[Math.toIntExact(at)] ^= (byte) (1 << bit);
        Files.write(file, bytes);
    }
}
