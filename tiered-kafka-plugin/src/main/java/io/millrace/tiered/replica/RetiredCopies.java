package io.millrace.tiered.replica;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.cold.SegmentSummary;
import io.millrace.tiered.peer.PeerAddress;
import io.millrace.tiered.peer.PeerClient;
import io.millrace.tiered.peer.PeerDirectory;
import io.millrace.tiered.peer.SegmentState;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of partitions that this broker does not have, or has no longer: kept and served, until every broker that has the partition holds each segment as it is here, or knows that it is
 * gone, or until there is no such topic any more.
 *
 * <p><b>Threads.</b> One, that of the rounds.
 */
final class RetiredCopies {

    private static final Logger LOGGER = LoggerFactory.getLogger(RetiredCopies.class);

    /** Segments of a partition that others are asked about in one round. */
    private static final int ASKED_MAX = 32;

    private final ColdStore store;
    private final PeerDirectory directory;
    private final @Nullable PeerClient client;
    private final int self;
    private final Duration grace;
    private final Map<String, Departures> folders = new HashMap<>();

    RetiredCopies(ColdStore store, PeerDirectory directory, @Nullable PeerClient client, int self, Duration grace) {
        this.store = store;
        this.directory = directory;
        this.client = client;
        this.self = self;
        this.grace = grace;
    }

    /** Looks once at copies that no assignment claims, by the name of their partition's folder. */
    void run(Map<String, Set<Uuid>> retired, long now) throws TieredException {
        folders.keySet().retainAll(retired.keySet());
        for (Map.Entry<String, Set<Uuid>> folder : retired.entrySet()) {
            try {
                run(folder.getKey(), folder.getValue(), now);
            } catch (TieredException e) {
                if (e.reason() == Reason.INTERRUPTED || e.reason() == Reason.CLOSED) {
                    throw e;
                }
                LOGGER.debug("copies stay for now: partition={}", folder.getKey(), e);
                if (e.reason() == Reason.BUSY) {
                    // Kafka does not answer: the next question would wait as long.
                    return;
                }
            }
        }
    }

    private void run(String folder, Set<Uuid> segments, long now) throws TieredException {
        int dash = folder.lastIndexOf('-');
        Uuid topicId = Uuid.fromString(folder.substring(0, dash));
        int partition = Integer.parseInt(folder.substring(dash + 1));
        Optional<List<Integer>> replicas = directory.replicas(topicId, partition);
        if (replicas.isPresent() && replicas.get().contains(self)) {
            folders.remove(folder);
            return;
        }
        Departures departures = folders.computeIfAbsent(folder, name -> {
            LOGGER.info("partition is not this broker's any more, its copies are kept for others: {}", name);
            return new Departures(name, grace);
        });
        Set<Uuid> unneeded =
                replicas.isEmpty() ? segments : unneeded(topicId, partition, segments, new HashSet<>(replicas.get()));
        for (Uuid segment : departures.look(unneeded, now)) {
            SegmentIdentity identity = new SegmentIdentity("retired", topicId, partition, segment);
            if (store.delete(identity)) {
                LOGGER.debug("retired copy deleted: {}", identity);
            }
        }
    }

    private Set<Uuid> unneeded(Uuid topicId, int partition, Set<Uuid> segments, Set<Integer> replicas)
            throws TieredException {
        List<PeerAddress> peers = directory.of(topicId, partition).stream()
                .filter(peer -> replicas.contains(peer.broker()))
                .toList();
        Set<Uuid> unneeded = new HashSet<>();
        if (client == null || replicas.isEmpty() || peers.size() < replicas.size()) {
            return unneeded;
        }
        // Always the same ones, so that they are looked at twice.
        Set<Uuid> asked = segments.stream().sorted().limit(ASKED_MAX).collect(Collectors.toSet());
        for (Uuid segment : asked) {
            SegmentIdentity identity = new SegmentIdentity("retired", topicId, partition, segment);
            if (isUnneeded(identity, peers, client)) {
                unneeded.add(segment);
            }
        }
        return unneeded;
    }

    private boolean isUnneeded(SegmentIdentity identity, List<PeerAddress> peers, PeerClient asked)
            throws TieredException {
        SegmentSummary own = store.find(identity).manifest().summary();
        for (PeerAddress peer : peers) {
            SegmentState state = asked.state(peer, identity);
            if (!state.isHeld(own) && state.kind() != SegmentState.Kind.GONE) {
                return false;
            }
        }
        return true;
    }
}
