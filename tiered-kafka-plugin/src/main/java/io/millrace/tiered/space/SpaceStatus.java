package io.millrace.tiered.space;

import io.millrace.tiered.space.EvictionPlan.HeldBack;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the watcher knows since its last look. A value.
 *
 * @param survey that look; null before the first
 * @param next what goes with the next eviction; null where no disk is above its high mark
 * @param heldBackBy partitions that keep the cutoff from freeing enough, named while a disk stays above its high mark
 * @param writeBytesPerSecond into the fast disks
 * @param headroomBytes what the disk with the least takes beyond its high mark, less what is written until an eviction has taken effect; negative is an alarm
 */
record SpaceStatus(
        @Nullable Survey survey,
        @Nullable EvictionPlan next,
        List<HeldBack> heldBackBy,
        long writeBytesPerSecond,
        long headroomBytes) {

    /** Nothing yet. */
    static final SpaceStatus NONE = new SpaceStatus(null, null, List.of(), 0, 0);

    SpaceStatus {
        heldBackBy = List.copyOf(heldBackBy);
    }
}
