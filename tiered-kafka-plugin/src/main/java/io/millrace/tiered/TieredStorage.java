package io.millrace.tiered;

import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.CopyRequest;
import io.millrace.tiered.cold.IndexKind;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.peer.PeerServer;
import io.millrace.tiered.rate.WaitingClock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.server.log.remote.storage.LogSegmentData;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata.CustomMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteResourceNotFoundException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager;
import org.apache.kafka.server.log.remote.storage.RetriableRemoteStorageException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps old segments of Kafka's logs on cold disks: what a broker names in {@code remote.log.storage.manager.class.name}.
 *
 * <p><b>Shape.</b> Positions are bytes of the log file, from 0, both ends inclusive. <b>Threads.</b> Safe, once configured. <b>Ownership.</b> Streams are the caller's to close.
 * <b>Durability.</b> A segment whose copy returned survives a power cut. <b>Errors.</b> Every call may be repeated. {@link RemoteResourceNotFoundException}: no such segment or index;
 * {@link RetriableRemoteStorageException}: a disk, memory or another thread stood in the way, nothing was left behind; another {@link RemoteStorageException}: a retry would find the
 * same, as with damaged bytes. <b>Source.</b> KIP-405, of Kafka 4.3.
 */
public final class TieredStorage implements RemoteStorageManager {

    private static final Logger LOGGER = LoggerFactory.getLogger(TieredStorage.class);

    private static final List<Set<String>> NAMES = List.of(
            TieredConfig.NAMES,
            ReplicaConfig.NAMES,
            PeerConfig.NAMES,
            SpaceConfig.NAMES,
            FlushConfig.NAMES,
            PlacementConfig.NAMES,
            TieredParts.KAFKAS_OWN);

    private final ColdFiles files;
    private final WaitingClock clock;
    private final TieredCounters counters = new TieredCounters();
    private volatile @Nullable TieredParts parts;

    /** As Kafka makes it: on the machine's disks. */
    public TieredStorage() {
        this(ColdFiles.local(), WaitingClock.system());
    }

    /** With other disks and another clock. */
    TieredStorage(ColdFiles files, WaitingClock clock) {
        this.files = files;
        this.clock = clock;
    }

    /**
     * Opens the cold directories.
     *
     * @param properties those of {@link TieredConfig}, without Kafka's prefix, and what Kafka adds
     * @throws org.apache.kafka.common.config.ConfigException that names the property, the value and what is expected
     */
    @Override
    public synchronized void configure(Map<String, ?> properties) {
        if (parts != null) {
            throw new IllegalStateException("storage is configured already");
        }
        TieredConfig config = TieredConfig.of(properties);
        properties.keySet().stream()
                .filter(name -> NAMES.stream().noneMatch(names -> names.contains(name)))
                .sorted()
                .forEach(name -> LOGGER.warn("unknown property is ignored: name={}{}", TieredProperties.PREFIX, name));
        TieredParts opened = TieredParts.open(properties, config, files, clock, counters);
        boolean met = false;
        try {
            opened.meet();
            met = true;
        } finally {
            if (!met) {
                opened.close();
            }
        }
        parts = opened;
        LOGGER.info(
                "tiered storage is open: segments={} config={}", opened.store().segmentCount(), config);
    }

    /** Where other brokers get segments from this one; empty if they do not. */
    public Optional<InetSocketAddress> peerAddress() {
        return Optional.ofNullable(parts().server()).map(PeerServer::address);
    }

    /** What has been done so far. */
    public TieredCounters counters() {
        return counters;
    }

    @Override
    public Optional<CustomMetadata> copyLogSegmentData(RemoteLogSegmentMetadata metadata, LogSegmentData data)
            throws RemoteStorageException {
        try {
            CopyRequest request = CopyRequest.of(metadata, data);
            TieredParts open = parts();
            CustomMetadata custom =
                    new CustomMetadata(open.store().copy(request).toBytes());
            open.duties().copied();
            return Optional.of(custom);
        } catch (TieredException e) {
            throw answer(e);
        }
    }

    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata metadata, int startPosition)
            throws RemoteStorageException {
        return fetchLogSegment(metadata, startPosition, Integer.MAX_VALUE);
    }

    /** As the interface says; a range that begins at the end of the data is empty, one that begins behind it is a mistake. */
    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata metadata, int startPosition, int endPosition)
            throws RemoteStorageException {
        if (startPosition < 0 || endPosition < startPosition) {
            throw new IllegalArgumentException(
                    "positions: " + startPosition + " to " + endPosition + " (expected: 0 <= start <= end)");
        }
        SegmentFetch fetch = new SegmentFetch(parts(), metadata);
        try {
            return fetch.open(startPosition, endPosition);
        } catch (TieredException e) {
            throw answer(e);
        } catch (IOException e) {
            throw new RetriableRemoteStorageException("segment cannot be opened: " + SegmentIdentity.of(metadata), e);
        }
    }

    @Override
    public InputStream fetchIndex(RemoteLogSegmentMetadata metadata, IndexType indexType)
            throws RemoteStorageException {
        try {
            return new ByteArrayInputStream(new SegmentFetch(parts(), metadata).index(IndexKind.of(indexType)));
        } catch (TieredException e) {
            throw answer(e);
        }
    }

    @Override
    public void deleteLogSegmentData(RemoteLogSegmentMetadata metadata) throws RemoteStorageException {
        TieredParts open = parts();
        SegmentIdentity identity = SegmentIdentity.of(metadata);
        try {
            open.store().delete(identity);
            open.reader().forget(identity.id());
        } catch (TieredException e) {
            throw answer(e);
        }
    }

    /** Ends waiting reads and gives the directories free; a second close does nothing. */
    @Override
    public synchronized void close() {
        TieredParts open = parts;
        if (open != null) {
            open.close();
            parts = null;
        }
    }

    private TieredParts parts() {
        TieredParts open = parts;
        if (open == null) {
            throw new IllegalStateException("storage is not open");
        }
        return open;
    }

    private static RemoteStorageException answer(TieredException e) {
        if (e.reason() == Reason.NOT_FOUND) {
            return new RemoteResourceNotFoundException(e.getMessage(), e);
        }
        return switch (e.reason()) {
            case NO_SPACE, DISK, BUSY, INTERRUPTED, CLOSED -> new RetriableRemoteStorageException(e.getMessage(), e);
            case NOT_FOUND, DAMAGED, SOURCE -> new RemoteStorageException(e.getMessage(), e);
        };
    }
}
