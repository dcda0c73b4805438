package io.millrace.tiered.tool;

import java.util.List;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;

/**
 * A tiered topic as Kafka describes it.
 *
 * @param description its partitions and their replicas
 * @param config all its settings, those by default too
 */
public record TopicFacts(TopicDescription description, Config config) {

    /** Its name. */
    public String name() {
        return description.name();
    }

    /** Its id, which no other topic of that name has. */
    public Uuid id() {
        return description.topicId();
    }

    /** Replicas of a partition whose brokers live, the leader first. */
    public static List<Node> live(TopicPartitionInfo partition) {
        int leader = partition.leader() == null ? -1 : partition.leader().id();
        return partition.replicas().stream()
                .filter(node -> !node.isEmpty())
                .sorted((one, other) -> Boolean.compare(other.id() == leader, one.id() == leader))
                .toList();
    }

    /** The value of a setting; empty text if it has none. */
    public String setting(String name) {
        ConfigEntry entry = config.get(name);
        return entry == null || entry.value() == null ? "" : entry.value();
    }

    /** Whether a setting is the topic's own, and not its broker's. */
    public boolean isOwn(String name) {
        ConfigEntry entry = config.get(name);
        return entry != null && entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG;
    }
}
