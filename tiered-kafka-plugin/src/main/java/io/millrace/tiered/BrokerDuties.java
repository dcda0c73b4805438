package io.millrace.tiered;

import io.millrace.tiered.flush.Smoother;
import io.millrace.tiered.placement.FollowerPlacement;
import io.millrace.tiered.rate.WaitingClock;
import io.millrace.tiered.replica.BrokerCopies;
import io.millrace.tiered.replica.BrokerMetadata;
import io.millrace.tiered.replica.PartitionLook;
import io.millrace.tiered.replica.Replica;
import io.millrace.tiered.space.FastSpace;
import io.millrace.tiered.space.KafkaSettings;
import io.millrace.tiered.space.PartitionLooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this broker does beside copying and reading, with the metadata that it is told: its own copies, the room on its fast disks, and where its followers live. All of it begins when the
 * broker answers clients.
 *
 * <p><b>Threads.</b> Safe. <b>Ownership.</b> Borrows the replica. {@link #close} ends the rest; a second close does nothing.
 */
final class BrokerDuties implements BrokerCopies, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(BrokerDuties.class);

    private final int broker;
    private final Replica replica;
    private final DutiesConfig config;
    private final List<Path> logDirectories;
    private final WaitingClock clock;
    private final Smoother smoother;
    private volatile @Nullable BrokerMetadata metadata;
    private volatile boolean isAlone;
    private volatile @Nullable FastSpace space;
    private volatile @Nullable FollowerPlacement placement;

    BrokerDuties(int broker, Replica replica, DutiesConfig config, List<Path> logDirectories, WaitingClock clock) {
        this.broker = broker;
        this.replica = replica;
        this.config = config;
        this.logDirectories = List.copyOf(logDirectories);
        this.clock = clock;
        this.isAlone = config.space().high() != null || config.placement().rulesFile() != null;
        this.smoother = Smoother.open(config.flush(), logDirectories, clock);
    }

    /** How each duty is done. A value. */
    record DutiesConfig(SpaceConfig space, FlushConfig flush, PlacementConfig placement) {

        static DutiesConfig of(Map<String, ?> properties) {
            return new DutiesConfig(
                    SpaceConfig.of(properties), FlushConfig.of(properties), PlacementConfig.of(properties));
        }
    }

    @Override
    public boolean areOwn() {
        return replica.areOwn();
    }

    @Override
    public OptionalLong heldEnd(TopicIdPartition partition, int epoch, List<RemoteLogSegmentMetadata> segments) {
        return replica.heldEnd(partition, epoch, segments);
    }

    @Override
    public boolean holdsWhatIsLocal(TopicIdPartition partition, List<RemoteLogSegmentMetadata> segments) {
        return replica.holdsWhatIsLocal(partition, segments);
    }

    @Override
    public synchronized void join(BrokerMetadata joined) {
        metadata = joined;
        isAlone = false;
        replica.join(joined);
    }

    @Override
    public synchronized void ready() {
        replica.ready();
        BrokerMetadata joined = metadata;
        if (joined == null || logDirectories.isEmpty() || space != null) {
            return;
        }
        space = FastSpace.open(
                broker,
                config.space(),
                watched(),
                new Looks(replica, joined),
                new KafkaSettings(broker, joined.clientProperties()),
                clock);
        Path rules = config.placement().rulesFile();
        if (rules != null) {
            placement = FollowerPlacement.open(
                    broker, rules, config.placement(), joined.clientProperties(), logDirectories.get(0), clock);
        }
    }

    /** A segment was copied: those who wait for the metadata will wait for ever if it has not met them by now. */
    void copied() {
        if (isAlone && metadata == null) {
            isAlone = false;
            LOGGER.warn(
                    "{} and {} need remote.log.metadata.manager.class.name=io.millrace.tiered.meta.TieredMetadata: nothing is watched or moved without it",
                    TieredProperties.PREFIX + SpaceConfig.HIGH,
                    TieredProperties.PREFIX + PlacementConfig.RULES_FILE);
        }
    }

    /** Slow disks for followers have no marks. */
    private List<Path> watched() {
        return logDirectories.stream()
                .filter(path -> !config.placement().slowDirectories().contains(path))
                .toList();
    }

    @Override
    public void leave(BrokerMetadata left) {
        synchronized (this) {
            if (metadata != left) {
                return;
            }
        }
        closeAsked();
        replica.leave(left);
    }

    /** The room on the fast disks, once the broker answers. */
    Optional<FastSpace> space() {
        return Optional.ofNullable(space);
    }

    /** Where followers live, once the broker answers and if there are rules. */
    Optional<FollowerPlacement> placement() {
        return Optional.ofNullable(placement);
    }

    /** What forces segments. */
    Smoother smoother() {
        return smoother;
    }

    /** Those who ask Kafka. */
    private void closeAsked() {
        FastSpace watched;
        FollowerPlacement placed;
        synchronized (this) {
            watched = space;
            placed = placement;
            space = null;
            placement = null;
            metadata = null;
        }
        if (watched != null) {
            watched.close();
        }
        if (placed != null) {
            placed.close();
        }
    }

    @Override
    public void close() {
        closeAsked();
        smoother.close();
    }

    /** The partitions as replica and metadata see them together. */
    private record Looks(Replica replica, BrokerMetadata metadata) implements PartitionLooks {

        @Override
        public Set<TopicIdPartition> partitions() {
            return metadata.partitions();
        }

        @Override
        public Optional<PartitionLook> look(TopicIdPartition partition) throws IOException, RemoteStorageException {
            return replica.look(metadata, partition);
        }

        @Override
        public boolean isLocal(Path directory, String partition, long firstOffset) {
            String file = String.format(Locale.ROOT, "%020d.log", firstOffset);
            return Files.exists(directory.resolve(partition).resolve(file));
        }

        @Override
        public void wake() {
            replica.wake();
        }
    }
}
