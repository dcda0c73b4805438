package io.millrace.wal.segment;

import io.millrace.wal.record.SealDescriptor;

/**
 * How positions fall into segments: position = segment number × segment bytes + index in the file.
 *
 * <p>Segments are of one size in a log, a power of two. The first {@link SegmentDescriptor#HEADER_BYTES} of each are its header, the last
 * {@link SealDescriptor#BYTES} its last seal; records lie between.
 *
 * @param segmentBytes a power of two
 */
public record SegmentGeometry(int segmentBytes) {

    /** Number of the segment that holds a position. */
    public long numberOf(long position) {
        return position >>> shift();
    }

    /** Index of a position in its segment. */
    public int indexOf(long position) {
        return (int) position & segmentBytes - 1;
    }

    /** Position of a segment's first byte. */
    public long baseOf(long number) {
        return number << shift();
    }

    /** Index of a segment's first record. */
    public int first() {
        return SegmentDescriptor.HEADER_BYTES;
    }

    /** Index where a segment's records end and its last seal stands. */
    public int limit() {
        return segmentBytes - SealDescriptor.BYTES;
    }

    /** The most bytes that a record, or a unit of records, may take with its header. */
    public int recordBytesMax() {
        return Math.min(1 << 24, segmentBytes / 4);
    }

    private int shift() {
        return Integer.numberOfTrailingZeros(segmentBytes);
    }
}
