package io.millrace.tiered.tool;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.peer.PeerAddress;
import io.millrace.tiered.peer.SegmentState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** Finds copies that no topic claims. It deletes nothing: that is the broker's work, which asks its peers first. <b>Threads.</b> One. */
public final class OrphanSearch {

    private final ClusterView cluster;
    private final @Nullable BrokerPeers peers;
    private final OptionalInt broker;

    /**
     * Asks nobody yet.
     *
     * @param peers to ask for single segments; null to leave that out
     * @param broker whose directories they are, if that is known
     */
    public OrphanSearch(ClusterView cluster, @Nullable BrokerPeers peers, OptionalInt broker) {
        this.cluster = cluster;
        this.peers = peers;
        this.broker = broker;
    }

    /** Looks at segments, which are sorted by partition. */
    public List<Orphan> run(List<HeldSegment> segments) {
        Map<Uuid, TopicDescription> topics = cluster.topics(
                segments.stream().map(held -> held.identity().topicId()).collect(Collectors.toSet()));
        Map<Path, List<HeldSegment>> folders = new LinkedHashMap<>();
        for (HeldSegment held : segments) {
            SegmentIdentity of = held.identity();
            Path folder = held.directory().resolve(SegmentIdentity.folder(of.topicId(), of.partition()));
            folders.computeIfAbsent(folder, name -> new ArrayList<>()).add(held);
        }
        List<Orphan> orphans = new ArrayList<>();
        folders.forEach((folder, held) -> find(folder, held, topics).ifPresent(orphans::add));
        return orphans;
    }

    private Optional<Orphan> find(Path folder, List<HeldSegment> held, Map<Uuid, TopicDescription> topics) {
        SegmentIdentity any = held.get(0).identity();
        TopicDescription topic = topics.get(any.topicId());
        if (topic == null) {
            return Optional.of(orphan(folder, Orphan.Kind.NO_TOPIC, held));
        }
        Optional<TopicPartitionInfo> partition = topic.partitions().stream()
                .filter(info -> info.partition() == any.partition())
                .findFirst();
        if (partition.isEmpty()) {
            return Optional.of(orphan(folder, Orphan.Kind.NO_PARTITION, held));
        }
        List<Node> replicas = partition.get().replicas();
        if (broker.isPresent() && replicas.stream().noneMatch(node -> node.id() == broker.getAsInt())) {
            return Optional.of(orphan(folder, Orphan.Kind.NO_REPLICA, held));
        }
        List<Node> live = TopicFacts.live(partition.get());
        List<HeldSegment> gone = peers == null
                ? List.of()
                : held.stream().filter(segment -> isGone(segment, live, peers)).toList();
        return gone.isEmpty() ? Optional.empty() : Optional.of(orphan(folder, Orphan.Kind.GONE, gone));
    }

    /** A broker that does not answer claims everything. */
    private static boolean isGone(HeldSegment segment, List<Node> live, BrokerPeers asked) {
        for (Node node : live) {
            Optional<PeerAddress> address = asked.address(node);
            try {
                if (address.isEmpty()
                        || asked.state(address.get(), segment.identity()).kind() != SegmentState.Kind.GONE) {
                    return false;
                }
            } catch (TieredException e) {
                return false;
            }
        }
        return !live.isEmpty();
    }

    private static Orphan orphan(Path folder, Orphan.Kind kind, List<HeldSegment> segments) {
        long bytes =
                segments.stream().mapToLong(held -> held.range().dataBytes()).sum();
        return new Orphan(folder, segments.get(0).identity().topic(), kind, segments.size(), bytes);
    }
}
