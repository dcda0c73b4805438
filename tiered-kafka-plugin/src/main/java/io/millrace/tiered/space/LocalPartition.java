package io.millrace.tiered.space;

import io.millrace.tiered.log.LocalSegment;
import java.nio.file.Path;
import java.util.List;

/**
 * A tiered partition on the fast disk, as a cutoff sees it. A value.
 *
 * @param name topic and partition
 * @param directory of logs that it is in
 * @param segments oldest first, the active one last
 * @param heldEnd the last offset up to which verified copies are here
 * @param isGated whether the broker's cutoff counts for it; else its topic has a retention of its own
 */
record LocalPartition(String name, Path directory, List<LocalSegment> segments, long heldEnd, boolean isGated) {

    LocalPartition {
        segments = List.copyOf(segments);
    }

    /** Whether this segment may leave the fast disk: it is not written to, and a copy of it is here. */
    boolean isHeld(LocalSegment segment) {
        return !segment.isActive() && segment.lastOffset() <= heldEnd;
    }

    /** Whether nobody has written to it for so long: its active segment has data, and it is as old. */
    boolean isIdle(long before) {
        LocalSegment active = segments.get(segments.size() - 1);
        return active.bytes() > 0 && active.timestampMax() < before && active.modifiedAt() < before;
    }
}
