package io.millrace.tiered.tool;

/**
 * Where the tiers of a partition begin and end on its leader.
 *
 * <pre>
 *   earliest        earliestLocal        latestTiered + 1        latest
 *      |  only on HDD     |        on both       |   only on SSD   |
 * </pre>
 *
 * @param earliest the first offset that can be read
 * @param earliestLocal the first one on the fast disk
 * @param latestTiered the last one in the cold store, inclusive; −1 if nothing is
 * @param latest the end, exclusive
 */
public record TierOffsets(long earliest, long earliestLocal, long latestTiered, long latest) {

    /** Offsets that are on the cold disk alone. */
    public long coldOnly() {
        return Math.max(0, Math.min(earliestLocal, latest) - earliest);
    }

    /** Offsets that are on both. */
    public long both() {
        return Math.max(0, Math.min(latestTiered + 1, latest) - Math.max(earliestLocal, earliest));
    }

    /** Offsets that are on the fast disk alone. */
    public long localOnly() {
        return Math.max(0, latest - earliest - coldOnly() - both());
    }
}
