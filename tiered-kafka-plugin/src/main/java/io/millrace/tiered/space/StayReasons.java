package io.millrace.tiered.space;

import io.millrace.tiered.log.LocalSegment;
import io.millrace.tiered.replica.CopiedSegment;
import io.millrace.tiered.replica.PartitionLook;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Why the segments of one partition are still on the fast disk, oldest first. <b>Threads.</b> One. */
final class StayReasons {

    private final PartitionLook look;
    private final boolean isGated;
    private final boolean isOn;
    private final long millis;
    private final @Nullable EvictionPlan next;
    private final Set<Long> leaving = new HashSet<>();
    private long reach = Long.MIN_VALUE;

    /**
     * For a look at a partition.
     *
     * @param isGated whether the broker's cutoff counts for it
     * @param isOn whether there is a watcher
     * @param millis now
     * @param next what goes with the next eviction; null where no disk is above its high mark
     */
    StayReasons(PartitionLook look, boolean isGated, boolean isOn, long millis, @Nullable EvictionPlan next) {
        this.look = look;
        this.isGated = isGated;
        this.isOn = isOn;
        this.millis = millis;
        this.next = next;
        if (next != null) {
            next.taken().stream()
                    .filter(taken -> taken.partition().equals(look.name()))
                    .forEach(taken -> leaving.add(taken.firstOffset()));
        }
    }

    /** The reason of the next segment; each is asked about once, in order. */
    StayReason next(LocalSegment segment) {
        reach = Math.max(reach, segment.timestampMax());
        if (segment.isActive()) {
            return StayReason.ACTIVE;
        }
        if (segment.lastOffset() > look.heldEnd()) {
            return notHeld(segment);
        }
        if (!isGated) {
            return StayReason.OWN_RETENTION;
        }
        if (!isOn) {
            return StayReason.WATCHER_OFF;
        }
        if (reach >= millis) {
            return segment.timestampMax() >= millis ? StayReason.NO_TIME : StayReason.BEHIND_ANOTHER;
        }
        if (leaving.contains(segment.firstOffset())) {
            return StayReason.NEXT;
        }
        return next == null || next.isEnough() || next.heldBackBy().isEmpty()
                ? StayReason.ENOUGH_ROOM
                : StayReason.HELD_BACK;
    }

    private StayReason notHeld(LocalSegment segment) {
        if (isCovered(segment)) {
            return StayReason.BEHIND_ANOTHER;
        }
        return segment.lastOffset() > look.copiedEnd() ? StayReason.NOT_COPIED : StayReason.NOT_HELD;
    }

    /** Whether copies here have all of its offsets, although there is a gap before them. */
    private boolean isCovered(LocalSegment segment) {
        long next = segment.firstOffset();
        for (CopiedSegment copy : look.copied()) {
            if (copy.isHeld() && copy.firstOffset() <= next && copy.lastOffset() >= next) {
                next = copy.lastOffset() + 1;
            }
        }
        return next > segment.lastOffset();
    }
}
