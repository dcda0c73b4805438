package io.millrace.tiered.tool;

import java.nio.file.Path;
import java.util.List;

/**
 * What was found in one cold directory.
 *
 * @param directory which
 * @param segments those whose manifest could be read, by topic, partition and offset
 * @param bytes that were read
 * @param damageCount damages, all of them
 * @param damages the first of them, {@value #SHOWN_MAX} at most
 * @param leftOvers files that belong to no segment
 * @param gone segments that the broker deleted meanwhile
 */
public record DirectoryReport(
        Path directory,
        List<HeldSegment> segments,
        long bytes,
        long damageCount,
        List<ColdDamage> damages,
        List<LeftOver> leftOvers,
        long gone) {

    static final int SHOWN_MAX = 10_000;

    public DirectoryReport {
        segments = List.copyOf(segments);
        damages = List.copyOf(damages);
        leftOvers = List.copyOf(leftOvers);
    }

    /** Whether nothing is damaged. Left-overs are no damage. */
    public boolean isSound() {
        return damageCount == 0;
    }
}
