package io.millrace.wal.recovery;

import io.millrace.wal.Durability;
import io.millrace.wal.segment.SegmentFile;
import io.millrace.wal.segment.SegmentHeader;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file with a segment's name.
 *
 * @param base position that its name says
 * @param file open
 * @param header what its header says, or null if it has none that holds
 * @param blank whether no record was ever written: the header's place is all zeros, or half a header and all behind it zeros
 * @param begun whether a record begins behind the header
 * @param fileBytes size of the file
 */
record FoundSegment(
        long base, SegmentFile file, @Nullable SegmentHeader header, boolean blank, boolean begun, long fileBytes) {

    /**
     * Bytes that were cut off a file that had them before a record was appended to it; 0 where nobody can know. At {@link Durability#SYNC} they were on the device, at
     * {@link Durability#OS} a run of the operating system keeps them.
     */
    long cutOff(UUID bootId) {
        SegmentHeader says = header;
        if (says == null || says.level() == Durability.PAGE) {
            return 0;
        }
        boolean known = says.level() == Durability.SYNC || says.bootId().equals(bootId);
        return known ? Math.max(0, says.segmentBytes() - fileBytes) : 0;
    }

    /** Whether the file is still, or already, another segment's: a name that a power cut brought back. */
    boolean isMisnamed() {
        return header != null && header.base() != base;
    }
}
