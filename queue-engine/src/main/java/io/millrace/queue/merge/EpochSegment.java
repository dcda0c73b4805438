package io.millrace.queue.merge;

import io.millrace.memory.Page;

/**
 * The records of one epoch: a range of a sealed segment in memory. Lent to the sorter for as long as it sorts.
 *
 * @param page the segment
 * @param fromIndex of the first record's header; a multiple of 8
 * @param toIndex behind the last record
 * @param queueLimit all queue ids in it are below
 */
public record EpochSegment(Page page, int fromIndex, int toIndex, int queueLimit) {

    /** Checks the range. */
    public EpochSegment {
        if (fromIndex < 0 || fromIndex % Long.BYTES != 0 || toIndex < fromIndex || toIndex > page.capacity()) {
            throw new IllegalArgumentException("records are not within the segment: from=" + fromIndex + ", to="
                    + toIndex + " (expected: 0 <= from <= to <= " + page.capacity() + ")");
        }
        if (queueLimit < 0) {
            throw new IllegalArgumentException("queueLimit: " + queueLimit + " (expected: >= 0)");
        }
    }
}
