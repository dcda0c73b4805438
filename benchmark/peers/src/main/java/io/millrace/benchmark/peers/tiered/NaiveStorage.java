package io.millrace.benchmark.peers.tiered;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.server.log.remote.storage.LogSegmentData;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata.CustomMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteResourceNotFoundException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager;
import org.jspecify.annotations.Nullable;

/**
 * Tiers in the simplest way that is right: a folder a segment, copies and reads through the page cache, as fast as the disk takes them.
 *
 * <p>What ours is measured against, to tell what tiers do from what direct I/O, read-ahead and limits do.
 */
public final class NaiveStorage implements RemoteStorageManager {
    private static final String DATA = "data";

    private @Nullable Path root;

    @Override
    public void configure(Map<String, ?> properties) {
        root = Path.of(String.valueOf(properties.get("directory")));
    }

    @Override
    public Optional<CustomMetadata> copyLogSegmentData(RemoteLogSegmentMetadata metadata, LogSegmentData data)
            throws RemoteStorageException {
        Path folder = folder(metadata);
        try {
            Files.createDirectories(folder);
            copy(data.logSegment(), folder.resolve(DATA));
            copy(data.offsetIndex(), folder.resolve(IndexType.OFFSET.name()));
            copy(data.timeIndex(), folder.resolve(IndexType.TIMESTAMP.name()));
            copy(data.producerSnapshotIndex(), folder.resolve(IndexType.PRODUCER_SNAPSHOT.name()));
            if (data.transactionIndex().isPresent()) {
                copy(data.transactionIndex().get(), folder.resolve(IndexType.TRANSACTION.name()));
            }
            byte[] epochs = new byte[data.leaderEpochIndex().remaining()];
            data.leaderEpochIndex().duplicate().get(epochs);
            Files.write(folder.resolve(IndexType.LEADER_EPOCH.name()), epochs);
            return Optional.empty();
        } catch (IOException e) {
            throw new RemoteStorageException("segment not copied: " + folder, e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata metadata, int startPosition)
            throws RemoteStorageException {
        return fetchLogSegment(metadata, startPosition, Integer.MAX_VALUE);
    }

    /** Gives more than was asked for: Kafka reads as much as it wants and closes. */
    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata metadata, int startPosition, int endPosition)
            throws RemoteStorageException {
        Path file = folder(metadata).resolve(DATA);
        try {
            SeekableByteChannel channel = Files.newByteChannel(file);
            channel.position(startPosition);
            return Channels.newInputStream(channel);
        } catch (NoSuchFileException e) {
            throw new RemoteResourceNotFoundException("no such segment: " + file, e);
        } catch (IOException e) {
            throw new RemoteStorageException("segment cannot be opened: " + file, e);
        }
    }

    @Override
    public InputStream fetchIndex(RemoteLogSegmentMetadata metadata, IndexType indexType)
            throws RemoteStorageException {
        Path file = folder(metadata).resolve(indexType.name());
        try {
            return new ByteArrayInputStream(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            throw new RemoteResourceNotFoundException("no such index: " + file, e);
        } catch (IOException e) {
            throw new RemoteStorageException("index cannot be read: " + file, e);
        }
    }

    @Override
    public void deleteLogSegmentData(RemoteLogSegmentMetadata metadata) throws RemoteStorageException {
        Path folder = folder(metadata);
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new RemoteStorageException("segment not deleted: " + folder, e);
        }
    }

    private Path folder(RemoteLogSegmentMetadata metadata) {
        Path directory = root;
        if (directory == null) {
            throw new IllegalStateException("storage is not configured");
        }
        return directory.resolve(metadata.remoteLogSegmentId().id().toString());
    }

    @Override
    public void close() {
        // Nothing is kept open between calls.
    }
}
