package io.millrace.tiered;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a storage has done since it was started, as plain counters.
 *
 * <p><b>Units.</b> Segments, bytes, chunks, events; they only grow. <b>Threads.</b> Safe; a reader may see one counter ahead of another.
 */
public final class TieredCounters {

    /** Segments whose copy was finished, and bytes of data in them. */
    public final LongAdder segmentsCopied = new LongAdder();

    public final LongAdder bytesCopied = new LongAdder();

    /** Segments that were deleted. */
    public final LongAdder segmentsDeleted = new LongAdder();

    /** Ranges of segments that were opened for reading, and bytes given from them. */
    public final LongAdder fetches = new LongAdder();

    public final LongAdder bytesFetched = new LongAdder();

    /** Chunks that came from a disk, and chunks that an earlier fetch had left in memory. */
    public final LongAdder chunksRead = new LongAdder();

    public final LongAdder chunksKept = new LongAdder();

    /** Chunks, indexes and manifests that were found damaged. */
    public final LongAdder damaged = new LongAdder();

    /** Fetches that were interrupted by their caller. */
    public final LongAdder interrupted = new LongAdder();
}
