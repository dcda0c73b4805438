package io.millrace.tiered.log;

/**
 * One segment of a log on the fast disk. A value.
 *
 * @param firstOffset of its first message
 * @param lastOffset of its last message, inclusive; -1 for the active one, which has no end
 * @param bytes of its data
 * @param timestampMax its largest timestamp as far as its index tells, milliseconds since 1970: exact but for the active one, whose largest may be larger
 * @param modifiedAt when its data was written last, milliseconds since 1970
 * @param isActive whether it is the one that is written to
 */
public record LocalSegment(
        long firstOffset, long lastOffset, long bytes, long timestampMax, long modifiedAt, boolean isActive) {}
