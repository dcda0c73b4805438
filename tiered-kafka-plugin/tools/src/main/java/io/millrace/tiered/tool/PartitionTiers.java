package io.millrace.tiered.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partition by its tiers.
 *
 * @param topic name
 * @param partition from 0
 * @param offsets where its tiers begin and end on the leader; null if it has no leader
 * @param coldBytes of its segments in the cold directories that were named; −1 if none were
 * @param replicas those that live
 */
public record PartitionTiers(
        String topic, int partition, @Nullable TierOffsets offsets, long coldBytes, List<ReplicaTiers> replicas) {

    public PartitionTiers {
        replicas = List.copyOf(replicas);
    }
}
