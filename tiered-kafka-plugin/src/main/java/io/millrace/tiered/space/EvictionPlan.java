package io.millrace.tiered.space;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a cutoff would take. A value.
 *
 * @param cutoff segments older than this leave, milliseconds since 1970; empty if no segment may
 * @param taken in the order in which they would go
 * @param freed bytes of data in each directory of logs
 * @param isEnough whether that is what was wanted
 * @param heldBackBy who keeps the cutoff from being enough, the oldest first; none where it is
 * @param rolled partitions without new records whose active segment it reaches, so that Kafka rolls it
 */
record EvictionPlan(
        OptionalLong cutoff,
        List<Taken> taken,
        Map<Path, Long> freed,
        boolean isEnough,
        List<HeldBack> heldBackBy,
        List<String> rolled) {

    EvictionPlan {
        taken = List.copyOf(taken);
        freed = Map.copyOf(freed);
        heldBackBy = List.copyOf(heldBackBy);
        rolled = List.copyOf(rolled);
    }

    /**
     * A segment that would go.
     *
     * @param partition topic and partition
     */
    record Taken(String partition, Path directory, long firstOffset, long lastOffset, long bytes, long timestampMax) {}

    /**
     * A partition that the cutoff must not reach into.
     *
     * @param partition topic and partition
     * @param timestamp the cutoff stays at or below
     * @param firstOffset of the segment that stays
     * @param isActive whether that is the one which is written to; else no copy of it is here
     */
    record HeldBack(String partition, long timestamp, long firstOffset, boolean isActive) {

        /** For people. */
        String reason() {
            return isActive
                    ? "its newest records are as old, and Kafka would roll the segment that they are in"
                    : "no verified copy of its segment from offset " + firstOffset + " on is here yet";
        }
    }

    /** Bytes of all directories. */
    long freedBytes() {
        return freed.values().stream().mapToLong(Long::longValue).sum();
    }
}
