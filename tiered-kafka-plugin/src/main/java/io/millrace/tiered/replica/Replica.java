package io.millrace.tiered.replica;

import io.millrace.tiered.ReplicaConfig;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.log.LeaderEpochs;
import io.millrace.tiered.log.LocalLog;
import io.millrace.tiered.log.LocalLogs;
import io.millrace.tiered.log.LocalSegment;
import io.millrace.tiered.peer.SegmentState;
import io.millrace.tiered.rate.WaitingClock;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentState;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This broker's part in keeping a cold copy on every replica: knows how far its own reach, and has a thread that brings them on.
 *
 * <p><b>Threads.</b> Safe. <b>Ownership.</b> Borrows the store. {@link #close} ends the thread; a copy that runs is given up.
 */
public final class Replica implements BrokerCopies, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(Replica.class);

    /** Longer than any step of a round that does not look for an interrupt. */
    private static final long END_MILLIS = 30_000;

    private final int broker;
    private final boolean own;
    private final ReplicaConfig config;
    private final ColdStore store;
    private final LocalLogs logs;
    private final Function<BrokerMetadata, ReplicaPeers> peersOf;
    private final WaitingClock clock;
    private volatile @Nullable BrokerMetadata metadata;
    private @Nullable ReplicaPeers peers;
    private @Nullable ReplicaRounds rounds;
    private @Nullable Thread thread;

    /**
     * Of one broker, with nobody to tell it anything yet.
     *
     * @param own whether this broker keeps copies of its own
     * @param peersOf makes what this broker knows of others, once it is told how to ask
     */
    public Replica(
            int broker,
            boolean own,
            ReplicaConfig config,
            ColdStore store,
            LocalLogs logs,
            Function<BrokerMetadata, ReplicaPeers> peersOf,
            WaitingClock clock) {
        this.broker = broker;
        this.own = own;
        this.config = config;
        this.store = store;
        this.logs = logs;
        this.peersOf = peersOf;
        this.clock = clock;
    }

    @Override
    public boolean areOwn() {
        return own;
    }

    @Override
    public OptionalLong heldEnd(TopicIdPartition partition, int epoch, List<RemoteLogSegmentMetadata> segments) {
        try {
            Optional<LocalLog> log = logs.find(partition);
            OptionalLong first =
                    log.isEmpty() ? OptionalLong.empty() : log.get().firstOffset();
            return first.isEmpty()
                    ? OptionalLong.empty()
                    : HeldRun.end(log.orElseThrow().epochs(), first.getAsLong(), segments, store::isVerified, epoch);
        } catch (IOException e) {
            // Its files change under us; the next question finds them settled, and until then nothing leaves the disk.
            LOGGER.debug("own log cannot be read now: partition={}", partition, e);
            return OptionalLong.empty();
        }
    }

    @Override
    public boolean holdsWhatIsLocal(TopicIdPartition partition, List<RemoteLogSegmentMetadata> segments) {
        try {
            Optional<LocalLog> log = logs.find(partition);
            OptionalLong first =
                    log.isEmpty() ? OptionalLong.empty() : log.get().firstOffset();
            return first.isPresent()
                    && segments.stream()
                            .filter(segment -> segment.state() == RemoteLogSegmentState.COPY_SEGMENT_FINISHED)
                            .filter(segment -> segment.endOffset() >= first.getAsLong())
                            .allMatch(segment -> store.isVerified(
                                    segment.remoteLogSegmentId().id()));
        } catch (IOException e) {
            LOGGER.debug("own log cannot be read now: partition={}", partition, e);
            return false;
        }
    }

    /** Looks at a partition; empty if no log of it is here. Where not all is known of its copies, none counts. */
    public Optional<PartitionLook> look(BrokerMetadata of, TopicIdPartition partition)
            throws IOException, RemoteStorageException {
        boolean isReady = of.isReady(partition);
        List<RemoteLogSegmentMetadata> segments = isReady ? of.segments(partition) : List.of();
        Optional<LocalLog> found = logs.find(partition);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        LocalLog log = found.get();
        List<LocalSegment> local = log.segments();
        if (local.isEmpty()) {
            return Optional.empty();
        }
        Predicate<Uuid> held = own ? store::isVerified : copy -> true;
        LeaderEpochs epochs = log.epochs();
        long first = local.get(0).firstOffset();
        return Optional.of(new PartitionLook(
                partition,
                log.directory(),
                isReady,
                local,
                copied(segments, held),
                HeldRun.end(epochs, first, segments, copy -> true),
                HeldRun.end(epochs, first, segments, held)));
    }

    private static List<CopiedSegment> copied(List<RemoteLogSegmentMetadata> segments, Predicate<Uuid> held) {
        return segments.stream()
                .filter(segment -> segment.state() == RemoteLogSegmentState.COPY_SEGMENT_FINISHED)
                .sorted(Comparator.comparingLong(RemoteLogSegmentMetadata::startOffset))
                .map(segment -> new CopiedSegment(
                        segment.remoteLogSegmentId().id(),
                        segment.startOffset(),
                        segment.endOffset(),
                        segment.segmentSizeInBytes(),
                        segment.maxTimestampMs(),
                        held.test(segment.remoteLogSegmentId().id())))
                .toList();
    }

    @Override
    public synchronized void join(BrokerMetadata joined) {
        metadata = joined;
        peers = peersOf.apply(joined);
    }

    /** The others, as far as this broker has been told of them. */
    public synchronized Optional<ReplicaPeers> peers() {
        return Optional.ofNullable(peers);
    }

    @Override
    public synchronized void ready() {
        BrokerMetadata joined = metadata;
        ReplicaPeers known = peers;
        if (joined == null || known == null || thread != null || !own) {
            return;
        }
        ReplicaRounds made = new ReplicaRounds(
                joined,
                store,
                new SegmentCopier(store, logs, known.segments()),
                logs,
                new RetiredCopies(store, known.directory(), known.client(), broker, config.deleteGrace()),
                config.checkInterval(),
                config.deleteGrace(),
                clock);
        Thread started = new Thread(made, "millrace-tiered-replica-" + broker);
        started.setDaemon(true);
        started.start();
        rounds = made;
        thread = started;
        LOGGER.info("cold copies follow their leaders: broker={} config={}", broker, config);
    }

    /** A copy is missing or damaged: looks soon. */
    public synchronized void wake() {
        ReplicaRounds running = rounds;
        if (running != null) {
            running.wake();
        }
    }

    /** What this broker says of a segment to others. */
    public SegmentState state(SegmentIdentity identity) {
        try {
            if (store.isVerified(identity.id())) {
                return SegmentState.held(store.find(identity).manifest().summary());
            }
            return isGone(identity) ? SegmentState.GONE : SegmentState.UNKNOWN;
        } catch (IOException | RemoteStorageException e) {
            LOGGER.debug("segment is not known: {}", identity, e);
            return SegmentState.UNKNOWN;
        }
    }

    private boolean isGone(SegmentIdentity identity) throws RemoteStorageException {
        BrokerMetadata joined = metadata;
        if (joined == null) {
            return false;
        }
        for (TopicIdPartition partition : joined.partitions()) {
            if (partition.topicId().equals(identity.topicId())
                    && partition.partition() == identity.partition()
                    && joined.isReady(partition)) {
                List<RemoteLogSegmentMetadata> listed = joined.segments(partition);
                return !listed.isEmpty()
                        && listed.stream()
                                .filter(segment ->
                                        segment.remoteLogSegmentId().id().equals(identity.id()))
                                .allMatch(segment -> isDeleted(segment.state()));
            }
        }
        return false;
    }

    /** Segments that are finished, and of which no verified copy is here, as far as is known. */
    public long missingSegments() {
        BrokerMetadata joined = metadata;
        if (joined == null || !own) {
            return 0;
        }
        return joined.partitions().stream()
                .filter(joined::isReady)
                .mapToLong(partition -> missingSegments(joined, partition))
                .sum();
    }

    private long missingSegments(BrokerMetadata joined, TopicIdPartition partition) {
        try {
            return joined.segments(partition).stream()
                    .filter(segment -> segment.state() == RemoteLogSegmentState.COPY_SEGMENT_FINISHED)
                    .filter(segment ->
                            !store.isVerified(segment.remoteLogSegmentId().id()))
                    .count();
        } catch (RemoteStorageException | RetriableException notYet) {
            LOGGER.debug("segments are not known yet: partition={}", partition, notYet);
            return 0;
        }
    }

    private static boolean isDeleted(RemoteLogSegmentState state) {
        return state == RemoteLogSegmentState.DELETE_SEGMENT_STARTED
                || state == RemoteLogSegmentState.DELETE_SEGMENT_FINISHED;
    }

    @Override
    public void leave(BrokerMetadata left) {
        if (metadata == left) {
            close();
        }
    }

    @Override
    public void close() {
        Thread ended;
        ReplicaPeers closed;
        synchronized (this) {
            ended = thread;
            closed = peers;
            if (rounds != null) {
                rounds.close();
            }
            thread = null;
            rounds = null;
            peers = null;
            metadata = null;
        }
        if (ended != null) {
            ended.interrupt();
            joinQuietly(ended);
        }
        if (closed != null) {
            closed.close();
        }
    }

    private static void joinQuietly(Thread ended) {
        try {
            ended.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
