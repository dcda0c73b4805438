package io.millrace.tiered.tool;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.peer.PeerAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what Kafka, the brokers' endpoints and cold directories say of the tiers of each partition.
 *
 * <p><b>Threads.</b> One. <b>Errors.</b> A broker that does not answer is left out and named in {@link #silent}.
 */
public final class TierStates {

    private final ClusterView cluster;
    private final @Nullable BrokerPeers peers;
    private final Map<String, Long> coldBytes = new HashMap<>();
    private final boolean hasDirectories;
    private final Set<String> silent = new LinkedHashSet<>();

    /**
     * Asks nobody yet.
     *
     * @param peers to ask for bytes by tier; null to leave them out
     * @param cold what lies in cold directories; null if none are named
     */
    public TierStates(ClusterView cluster, @Nullable BrokerPeers peers, @Nullable ColdContents cold) {
        this.cluster = cluster;
        this.peers = peers;
        this.hasDirectories = cold != null;
        if (cold != null) {
            for (HeldSegment held : cold.segments()) {
                SegmentIdentity of = held.identity();
                coldBytes.merge(
                        SegmentIdentity.folder(of.topicId(), of.partition()),
                        (long) held.range().dataBytes(),
                        Long::sum);
            }
        }
    }

    /** How full the fast disks of all live brokers are; none if they were not to be asked. */
    public List<BrokerSpace> space() {
        BrokerPeers asked = peers;
        if (asked == null) {
            return List.of();
        }
        List<BrokerSpace> spaces = new ArrayList<>();
        for (Node broker : cluster.brokers()) {
            Optional<PeerAddress> address = asked.address(broker);
            try {
                if (address.isPresent()) {
                    spaces.add(asked.space(address.get()));
                }
            } catch (TieredException e) {
                silent.add("broker " + broker.id() + ": " + e.getMessage());
            }
        }
        return spaces;
    }

    /** Brokers that did not answer, and why, a line each. */
    public List<String> silent() {
        return List.copyOf(silent);
    }

    /** All partitions of tiered topics, or of one, by topic and partition. */
    public List<PartitionTiers> run(Optional<String> topic) {
        List<TopicFacts> topics = cluster.tieredTopics(topic);
        Map<TopicPartition, TierOffsets> offsets = cluster.offsets(topics);
        Map<Integer, Map<TopicPartition, Long>> local = cluster.localBytes();
        List<PartitionTiers> partitions = new ArrayList<>();
        for (TopicFacts facts : topics) {
            for (TopicPartitionInfo info : facts.description().partitions()) {
                TopicPartition partition = new TopicPartition(facts.name(), info.partition());
                String folder = SegmentIdentity.folder(facts.id(), info.partition());
                partitions.add(new PartitionTiers(
                        facts.name(),
                        info.partition(),
                        offsets.get(partition),
                        hasDirectories ? coldBytes.getOrDefault(folder, 0L) : -1,
                        replicas(facts, info, partition, local)));
            }
        }
        partitions.sort(Comparator.comparing(PartitionTiers::topic).thenComparing(PartitionTiers::partition));
        return partitions;
    }

    private List<ReplicaTiers> replicas(
            TopicFacts facts,
            TopicPartitionInfo info,
            TopicPartition partition,
            Map<Integer, Map<TopicPartition, Long>> local) {
        List<ReplicaTiers> replicas = new ArrayList<>();
        for (Node broker : TopicFacts.live(info)) {
            boolean leads = info.leader() != null && info.leader().id() == broker.id();
            long localBytes = local.getOrDefault(broker.id(), Map.of()).getOrDefault(partition, -1L);
            ReplicaTiers.TierBytes tiers = segments(broker, facts, info)
                    .map(ReplicaTiers.TierBytes::of)
                    .orElse(ReplicaTiers.TierBytes.UNKNOWN);
            replicas.add(new ReplicaTiers(broker.id(), leads, localBytes, tiers));
        }
        return replicas;
    }

    private Optional<List<SegmentLine>> segments(Node broker, TopicFacts facts, TopicPartitionInfo info) {
        BrokerPeers asked = peers;
        if (asked == null) {
            return Optional.empty();
        }
        Optional<PeerAddress> address = asked.address(broker);
        if (address.isEmpty()) {
            silent.add("broker " + broker.id() + ": no endpoint is known, see --peers");
            return Optional.empty();
        }
        try {
            return Optional.of(asked.segments(address.get(), facts.id(), info.partition()));
        } catch (TieredException e) {
            silent.add("broker " + broker.id() + ": " + e.getMessage());
            return Optional.empty();
        }
    }
}
