package io.millrace.tiered.tool;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.peer.PeerAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/**
 * Why segments of a partition are still on fast disks.
 *
 * @param offsets where the tiers begin and end on the leader
 * @param segments what the brokers say of each segment on their fast disks; empty if none was asked
 * @param findings what can be said from outside: offsets, settings, brokers that do not answer; a line each
 */
public record Explanation(TierOffsets offsets, List<SegmentLine> segments, List<String> findings) {

    private static final String LOCAL_MILLIS = "local.retention.ms";
    private static final String LOCAL_BYTES = "local.retention.bytes";
    private static final String BROKER_MILLIS = "log.local.retention.ms";

    public Explanation {
        segments = List.copyOf(segments);
        findings = List.copyOf(findings);
    }

    /**
     * Asks about one partition.
     *
     * @param peers whom to ask for each segment; empty to look from outside alone
     * @param name of the topic
     * @param number of the partition, from 0
     * @throws ToolException if it is not there, not tiered, or has no leader
     */
    public static Explanation of(ClusterView cluster, Optional<BrokerPeers> peers, String name, int number) {
        TopicPartition partition = new TopicPartition(name, number);
        TopicFacts topic = cluster.tieredTopics(Optional.of(name)).get(0);
        TopicPartitionInfo info = topic.description().partitions().stream()
                .filter(each -> each.partition() == number)
                .findFirst()
                .orElseThrow(() -> new ToolException("no such partition: " + partition + " (expected: 0 to "
                        + (topic.description().partitions().size() - 1) + ")"));
        TierOffsets offsets = cluster.offsets(List.of(topic)).get(partition);
        if (offsets == null) {
            throw new ToolException("partition has no leader: " + partition);
        }
        List<String> findings = new ArrayList<>(fromOffsets(offsets));
        findings.addAll(fromSettings(cluster, topic, info));
        List<SegmentLine> segments = new ArrayList<>();
        peers.ifPresent(asked -> {
            for (Node broker : TopicFacts.live(info)) {
                ask(asked, broker, topic, info, segments, findings);
            }
        });
        return new Explanation(offsets, segments, findings);
    }

    private static List<String> fromOffsets(TierOffsets offsets) {
        List<String> findings = new ArrayList<>();
        long localStart = Math.max(offsets.earliestLocal(), offsets.earliest());
        if (offsets.localOnly() > 0) {
            findings.add("offsets " + Math.max(localStart, offsets.latestTiered() + 1) + " to " + (offsets.latest() - 1)
                    + " are on SSD alone: the active segment, and what the leader has not copied yet");
        }
        if (offsets.both() > 0) {
            findings.add("offsets " + localStart + " to " + offsets.latestTiered()
                    + " are on both: copied, and kept on SSD by local retention or until room is wanted");
        }
        return findings;
    }

    private static List<String> fromSettings(ClusterView cluster, TopicFacts topic, TopicPartitionInfo info) {
        List<String> findings = new ArrayList<>();
        for (String setting : List.of(LOCAL_MILLIS, LOCAL_BYTES)) {
            if (topic.isOwn(setting)) {
                findings.add("topic's own " + setting + "=" + topic.setting(setting)
                        + ": this topic does not wait for the space watcher");
            }
        }
        if ("true".equals(topic.setting("remote.log.copy.disable"))) {
            findings.add("remote.log.copy.disable=true: nothing more is copied, so nothing more leaves the SSD");
        }
        for (Node broker : TopicFacts.live(info)) {
            cluster.brokerSetting(broker.id(), BROKER_MILLIS)
                    .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_BROKER_CONFIG)
                    .ifPresent(entry -> findings.add("broker " + broker.id() + " has " + BROKER_MILLIS + "="
                            + entry.value() + " now: an eviction is under way, or an operator has set it"));
        }
        return findings;
    }

    private static void ask(
            BrokerPeers peers,
            Node broker,
            TopicFacts topic,
            TopicPartitionInfo info,
            List<SegmentLine> segments,
            List<String> findings) {
        Optional<PeerAddress> address = peers.address(broker);
        if (address.isEmpty()) {
            findings.add("broker " + broker.id() + ": no endpoint is known, see --peers");
            return;
        }
        try {
            peers.segments(address.get(), topic.id(), info.partition()).stream()
                    .filter(line -> line.tier() == SegmentLine.Tier.SSD || line.tier() == SegmentLine.Tier.BOTH)
                    .forEach(segments::add);
        } catch (TieredException e) {
            findings.add("broker " + broker.id() + " does not answer: " + e.getMessage());
        }
    }
}
