package io.millrace.tiered;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.tiered.cold.CopyRequest;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.disk.ColdFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.LogSegmentData;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentId;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager.IndexType;

/** A segment of random bytes as Kafka hands it over, with what its cold copy must give. */
public final class SampleSegment {

    private static final Uuid TOPIC_ID = Uuid.randomUuid();

    private final RemoteLogSegmentMetadata metadata;
    private final LogSegmentData data;
    private final byte[] log;
    private final Map<IndexType, byte[]> indexes;

    private SampleSegment(
            RemoteLogSegmentMetadata metadata, LogSegmentData data, byte[] log, Map<IndexType, byte[]> indexes) {
        this.metadata = metadata;
        this.data = data;
        this.log = log;
        this.indexes = indexes;
    }

    /** Writes the files of a segment with a transaction index into a folder. */
    public static SampleSegment create(ColdFiles files, Path folder, Random random, int length) {
        return create(files, folder, random, length, true);
    }

    /** Writes the files of a segment into a folder. */
    public static SampleSegment create(
            ColdFiles files, Path folder, Random random, int length, boolean withTransactions) {
        try {
            RemoteLogSegmentId id = RemoteLogSegmentId.generateNew(
                    new TopicIdPartition(TOPIC_ID, new TopicPartition("orders", random.nextInt(2))));
            byte[] log = bytes(random, length);
            Map<IndexType, byte[]> indexes = new EnumMap<>(IndexType.class);
            for (IndexType type : IndexType.values()) {
                if (type != IndexType.TRANSACTION || withTransactions) {
                    indexes.put(type, bytes(random, random.nextInt(700)));
                }
            }
            indexes.put(IndexType.LEADER_EPOCH, "0\n1\n0 0\n".getBytes(UTF_8));
            LogSegmentData data = new LogSegmentData(
                    write(files, folder.resolve(id.id() + ".log"), log),
                    write(files, folder.resolve(id.id() + ".index"), indexes.get(IndexType.OFFSET)),
                    write(files, folder.resolve(id.id() + ".timeindex"), indexes.get(IndexType.TIMESTAMP)),
                    withTransactions
                            ? Optional.of(write(
                                    files, folder.resolve(id.id() + ".txnindex"), indexes.get(IndexType.TRANSACTION)))
                            : Optional.empty(),
                    write(files, folder.resolve(id.id() + ".snapshot"), indexes.get(IndexType.PRODUCER_SNAPSHOT)),
                    ByteBuffer.wrap(indexes.get(IndexType.LEADER_EPOCH)));
            RemoteLogSegmentMetadata metadata =
                    new RemoteLogSegmentMetadata(id, 100, 199, 1_700_000_000_000L, 1, 0, length, Map.of(0, 0L));
            return new SampleSegment(metadata, data, log, indexes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What Kafka knows of it. */
    public RemoteLogSegmentMetadata metadata() {
        return metadata;
    }

    /** Its files. */
    public LogSegmentData data() {
        return data;
    }

    /** The bytes of its log. */
    public byte[] log() {
        return log;
    }

    /** The bytes of its indexes. */
    public Map<IndexType, byte[]> indexes() {
        return indexes;
    }

    /** As the cold store is asked to copy it. */
    public CopyRequest request() {
        return CopyRequest.of(metadata, data);
    }

    /** Which it is. */
    public SegmentIdentity identity() {
        return SegmentIdentity.of(metadata);
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static Path write(ColdFiles files, Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = files.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
        return file;
    }
}
