package io.millrace.tiered.tool;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.peer.PeerAddress;
import io.millrace.tiered.peer.SegmentState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Asks every live replica of a partition for every segment of it that lies in some cold directory, and compares digests: what nobody has lost must be everywhere.
 *
 * <p><b>Threads.</b> One caller; {@value #THREADS} questions at a time.
 */
public final class ReplicaCheck {

    private static final int THREADS = 8;

    private final ClusterView cluster;
    private final BrokerPeers peers;

    /** Asks nobody yet. Both stay the caller's. */
    public ReplicaCheck(ClusterView cluster, BrokerPeers peers) {
        this.cluster = cluster;
        this.peers = peers;
    }

    /** A question that was put. */
    private record Asked(HeldSegment segment, int broker, Future<@Nullable String> answer) {}

    /** Asks about all of them, which are sorted by partition and offset. */
    public ReplicaReport run(List<HeldSegment> segments, ColdContents.Progress progress) throws InterruptedException {
        Map<Uuid, TopicDescription> topics = cluster.topics(
                segments.stream().map(held -> held.identity().topicId()).collect(Collectors.toSet()));
        Set<String> dead = new LinkedHashSet<>();
        long unclaimed = 0;
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "millrace-replica-check");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Asked> asked = new ArrayList<>();
            for (HeldSegment segment : segments) {
                Optional<TopicPartitionInfo> partition = partition(topics, segment.identity());
                unclaimed += partition.isPresent() ? 0 : 1;
                for (Node broker : partition.map(TopicPartitionInfo::replicas).orElse(List.of())) {
                    if (broker.isEmpty()) {
                        dead.add("broker " + broker.id() + " is not alive: "
                                + segment.identity().topic() + "-"
                                + segment.identity().partition());
                    } else {
                        asked.add(new Asked(segment, broker.id(), threads.submit(() -> lack(broker, segment))));
                    }
                }
            }
            return new ReplicaReport(asked.size(), missing(asked, progress), List.copyOf(dead), unclaimed);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Optional<TopicPartitionInfo> partition(
            Map<Uuid, TopicDescription> topics, SegmentIdentity identity) {
        TopicDescription topic = topics.get(identity.topicId());
        return topic == null
                ? Optional.empty()
                : topic.partitions().stream()
                        .filter(info -> info.partition() == identity.partition())
                        .findFirst();
    }

    /** What is wrong with a broker's copy; null if nothing is. */
    private @Nullable String lack(Node broker, HeldSegment segment) {
        PeerAddress address = peers.address(broker).orElse(null);
        if (address == null) {
            return "no endpoint of this broker is known";
        }
        try {
            SegmentState state = peers.state(address, segment.identity());
            return switch (state.kind()) {
                case HELD -> state.isHeld(segment.summary()) ? null : "its copy has another digest";
                case GONE -> null; // expired or deleted for everybody: the copy here goes too
                case UNKNOWN -> "no verified copy";
            };
        } catch (TieredException e) {
            return "does not answer: " + e.reason();
        }
    }

    private static List<MissingRange> missing(List<Asked> asked, ColdContents.Progress progress)
            throws InterruptedException {
        Map<String, MissingRange> open = new LinkedHashMap<>();
        List<MissingRange> missing = new ArrayList<>();
        long answered = 0;
        for (Asked one : asked) {
            String why = answer(one);
            progress.counted(++answered);
            if (why == null) {
                continue;
            }
            SegmentIdentity identity = one.segment().identity();
            MissingRange range = new MissingRange(
                    identity.topic(),
                    identity.partition(),
                    one.broker(),
                    one.segment().range().firstOffset(),
                    one.segment().range().lastOffset(),
                    1,
                    one.segment().range().dataBytes(),
                    why);
            String replica = identity.topicId() + "-" + identity.partition() + "@" + one.broker();
            MissingRange before = open.get(replica);
            if (before != null && before.isFollowedBy(range)) {
                open.put(replica, before.with(range));
            } else {
                if (before != null) {
                    missing.add(before);
                }
                open.put(replica, range);
            }
        }
        missing.addAll(open.values());
        return missing;
    }

    private static @Nullable String answer(Asked asked) throws InterruptedException {
        try {
            return asked.answer().get();
        } catch (ExecutionException e) {
            throw new ToolException("question failed: " + e.getCause(), e);
        }
    }
}
