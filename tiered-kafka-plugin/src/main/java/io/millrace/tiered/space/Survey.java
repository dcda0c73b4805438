package io.millrace.tiered.space;

import io.millrace.tiered.replica.PartitionLook;
import io.millrace.tiered.space.BrokerSettings.TopicValues;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was seen in one look at the fast disks. A value.
 *
 * @param millis when, since 1970
 * @param settings of the broker
 * @param topics the settings of those with tiered partitions here
 * @param directories how full they are
 * @param looks the tiered partitions
 */
record Survey(
        long millis,
        BrokerSettings.Values settings,
        Map<String, TopicValues> topics,
        List<DirectoryUse> directories,
        List<PartitionLook> looks) {

    private static final TopicValues UNKNOWN = new TopicValues(false, false, false);

    Survey {
        topics = Map.copyOf(topics);
        directories = List.copyOf(directories);
        looks = List.copyOf(looks);
    }

    /** The partitions as a cutoff sees them. */
    List<LocalPartition> partitions() {
        return looks.stream()
                .map(look ->
                        new LocalPartition(look.name(), look.directory(), look.local(), look.heldEnd(), isGated(look)))
                .toList();
    }

    private boolean isGated(PartitionLook look) {
        return topics.getOrDefault(look.partition().topic(), UNKNOWN).isGated();
    }

    /** Topics whose segments go by a rule of their own. */
    List<String> notGated() {
        return topics.entrySet().stream()
                .filter(topic -> topic.getValue().hasOwnRule())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Bytes to free in each directory that is above its high mark. */
    Map<Path, Long> wanted() {
        Map<Path, Long> wanted = new HashMap<>();
        directories.stream()
                .filter(DirectoryUse::isAboveHigh)
                .forEach(use -> wanted.put(use.path(), use.wantedBytes()));
        return wanted;
    }

    /** Whether a directory is still above its high mark when so much has left it. */
    boolean isAboveHigh(Map<Path, Long> freed) {
        return directories.stream()
                .anyMatch(use -> use.usedBytes() - freed.getOrDefault(use.path(), 0L) > use.highBytes());
    }

    /** How long the oldest segment has been waiting for a copy here, in milliseconds. */
    long copyMillis() {
        long oldest = partitions().stream()
                .filter(LocalPartition::isGated)
                .flatMap(partition -> partition.segments().stream()
                        .filter(segment -> !segment.isActive() && !partition.isHeld(segment)))
                .mapToLong(segment -> segment.modifiedAt())
                .min()
                .orElse(millis);
        return Math.max(0, millis - oldest);
    }
}
