package io.millrace.tiered.meta;

import io.millrace.tiered.replica.BrokerCopies;
import io.millrace.tiered.replica.BrokerMetadata;
import io.millrace.tiered.replica.Brokers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.server.log.remote.metadata.storage.BrokerReadyCallback;
import org.apache.kafka.server.log.remote.metadata.storage.TopicBasedRemoteLogMetadataManager;
import org.apache.kafka.server.log.remote.storage.RemoteLogMetadataManager;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadataUpdate;
import org.apache.kafka.server.log.remote.storage.RemotePartitionDeleteMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteResourceNotFoundException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's metadata of remote segments, with one other answer: what a broker names in {@code remote.log.metadata.manager.class.name}, beside {@link io.millrace.tiered.TieredStorage}.
 *
 * <p>All is passed on to {@link TopicBasedRemoteLogMetadataManager}. But a follower that asks how far a partition has been copied hears how far this broker's own verified copies reach: its
 * log keeps the rest. A leader hears the truth, or it would copy again what is copied; a new one is not ready before it holds
 * what its log has of it, or for five minutes.
 *
 * <p><b>Threads.</b> Safe, once configured. <b>Errors.</b> Those of Kafka's own.
 */
public final class TieredMetadata implements RemoteLogMetadataManager, BrokerReadyCallback {

    /** Long enough for the segments that a follower lags behind, not so long that a copy which nobody has any more lets the fast disk fill up. */
    static final long CATCH_UP_NANOS = TimeUnit.MINUTES.toNanos(5);

    private static final String BROKER_ID = "broker.id";

    /** Kafka's prefixes for the clients of its own topic, the general one first. */
    private static final List<String> CLIENT_PREFIXES =
            List.of("remote.log.metadata.common.client.", "remote.log.metadata.admin.");

    private final RemoteLogMetadataManager kafkas;
    private final BrokerReadyCallback kafkasReady;
    private final PartitionRoles roles;
    private volatile @Nullable BrokerCopies copies;
    private volatile @Nullable BrokerMetadata view;

    /** As Kafka makes it. */
    public TieredMetadata() {
        this(new TopicBasedRemoteLogMetadataManager());
    }

    private TieredMetadata(TopicBasedRemoteLogMetadataManager kafkas) {
        this(kafkas, kafkas, System::nanoTime);
    }

    /** Before another one, with another clock. */
    TieredMetadata(RemoteLogMetadataManager kafkas, BrokerReadyCallback kafkasReady, LongSupplier nanos) {
        this.kafkas = kafkas;
        this.kafkasReady = kafkasReady;
        this.roles = new PartitionRoles(nanos);
    }

    /**
     * Meets the storage of this broker, which Kafka has configured before.
     *
     * @throws ConfigException if there is none, or it lacks a property
     */
    @Override
    public void configure(Map<String, ?> properties) {
        int broker = Integer.parseInt(String.valueOf(properties.get(BROKER_ID)));
        BrokerCopies met = Brokers.find(broker)
                .orElseThrow(() -> new ConfigException(
                        "remote.log.storage.manager.class.name",
                        "other",
                        "expected: io.millrace.tiered.TieredStorage, with no class path of its own, where the metadata is "
                                + getClass().getName()));
        BrokerMetadata joined = new View(clientProperties(properties, broker));
        met.join(joined);
        view = joined;
        copies = met;
        kafkas.configure(properties);
    }

    private static Map<String, Object> clientProperties(Map<String, ?> properties, int broker) {
        Map<String, Object> client = new HashMap<>();
        for (String prefix : CLIENT_PREFIXES) {
            properties.forEach((name, value) -> {
                if (name.startsWith(prefix) && value != null) {
                    client.put(name.substring(prefix.length()), value);
                }
            });
        }
        client.put("client.id", "millrace-tiered-" + broker);
        return client;
    }

    @Override
    public void onBrokerReady() {
        kafkasReady.onBrokerReady();
        BrokerCopies met = copies;
        if (met != null) {
            met.ready();
        }
    }

    @Override
    public Optional<Long> highestOffsetForEpoch(TopicIdPartition partition, int epoch) throws RemoteStorageException {
        Optional<Long> copied = kafkas.highestOffsetForEpoch(partition, epoch);
        BrokerCopies met = copies;
        if (copied.isEmpty() || met == null || !met.areOwn() || roles.isLeader(partition)) {
            return copied;
        }
        OptionalLong held = met.heldEnd(partition, epoch, list(partition));
        return held.isPresent() ? Optional.of(Math.min(held.getAsLong(), copied.get())) : Optional.empty();
    }

    private List<RemoteLogSegmentMetadata> list(TopicIdPartition partition) throws RemoteStorageException {
        List<RemoteLogSegmentMetadata> segments = new ArrayList<>();
        try {
            kafkas.listRemoteLogSegments(partition).forEachRemaining(segments::add);
        } catch (RemoteResourceNotFoundException none) {
            return List.of();
        }
        return segments;
    }

    @Override
    public CompletableFuture<Void> addRemoteLogSegmentMetadata(RemoteLogSegmentMetadata segment)
            throws RemoteStorageException {
        return kafkas.addRemoteLogSegmentMetadata(segment);
    }

    @Override
    public CompletableFuture<Void> updateRemoteLogSegmentMetadata(RemoteLogSegmentMetadataUpdate update)
            throws RemoteStorageException {
        return kafkas.updateRemoteLogSegmentMetadata(update);
    }

    @Override
    public CompletableFuture<Void> putRemotePartitionDeleteMetadata(RemotePartitionDeleteMetadata delete)
            throws RemoteStorageException {
        return kafkas.putRemotePartitionDeleteMetadata(delete);
    }

    @Override
    public Optional<RemoteLogSegmentMetadata> remoteLogSegmentMetadata(
            TopicIdPartition partition, int epoch, long offset) throws RemoteStorageException {
        return kafkas.remoteLogSegmentMetadata(partition, epoch, offset);
    }

    @Override
    public Iterator<RemoteLogSegmentMetadata> listRemoteLogSegments(TopicIdPartition partition)
            throws RemoteStorageException {
        return kafkas.listRemoteLogSegments(partition);
    }

    @Override
    public Iterator<RemoteLogSegmentMetadata> listRemoteLogSegments(TopicIdPartition partition, int epoch)
            throws RemoteStorageException {
        return kafkas.listRemoteLogSegments(partition, epoch);
    }

    @Override
    public void onPartitionLeadershipChanges(Set<TopicIdPartition> leaders, Set<TopicIdPartition> followers) {
        roles.change(leaders, followers);
        kafkas.onPartitionLeadershipChanges(leaders, followers);
    }

    @Override
    public void onStopPartitions(Set<TopicIdPartition> partitions) {
        roles.stop(partitions);
        kafkas.onStopPartitions(partitions);
    }

    @Override
    public long remoteLogSize(TopicIdPartition partition, int epoch) throws RemoteStorageException {
        return kafkas.remoteLogSize(partition, epoch);
    }

    @Override
    public Optional<RemoteLogSegmentMetadata> nextSegmentWithTxnIndex(
            TopicIdPartition partition, int epoch, long offset) throws RemoteStorageException {
        return kafkas.nextSegmentWithTxnIndex(partition, epoch, offset);
    }

    /**
     * As Kafka's own says; but a new leader, which is told the truth and then lets go what others hold, is given some time to hold it itself. It copies nothing and deletes nothing until
     * then.
     */
    @Override
    public boolean isReady(TopicIdPartition partition) {
        BrokerCopies met = copies;
        if (!kafkas.isReady(partition)) {
            return false;
        }
        return met == null
                || !met.areOwn()
                || !roles.isNewLeader(partition, CATCH_UP_NANOS)
                || holdsWhatIsLocal(met, partition);
    }

    private boolean holdsWhatIsLocal(BrokerCopies met, TopicIdPartition partition) {
        try {
            return met.holdsWhatIsLocal(partition, list(partition));
        } catch (RemoteStorageException e) {
            return false;
        }
    }

    /** Ends the copies that follow others first: they ask what is closed next. A second close does nothing more. */
    @Override
    public void close() throws IOException {
        BrokerCopies met = copies;
        BrokerMetadata joined = view;
        if (met != null && joined != null) {
            met.leave(joined);
        }
        kafkas.close();
    }

    /** What the copies of this broker ask. */
    private final class View implements BrokerMetadata {

        private final Map<String, Object> clientProperties;

        View(Map<String, Object> clientProperties) {
            this.clientProperties = Map.copyOf(clientProperties);
        }

        @Override
        public Set<TopicIdPartition> partitions() {
            return roles.all();
        }

        @Override
        public boolean isReady(TopicIdPartition partition) {
            return kafkas.isReady(partition);
        }

        @Override
        public List<RemoteLogSegmentMetadata> segments(TopicIdPartition partition) throws RemoteStorageException {
            return list(partition);
        }

        @Override
        public Map<String, Object> clientProperties() {
            return clientProperties;
        }
    }
}
