package io.millrace.tiered;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * What a storage has done since it was started, as plain counters.
 *
 * <p><b>Units.</b> Segments, bytes, chunks, events; they only grow. <b>Threads.</b> Safe; a reader may see one counter ahead of another.
 */
public final class TieredCounters {

    /** Segments whose copy was finished, and bytes of data in them. */
    public final LongAdder segmentsCopied = new LongAdder();

    public final LongAdder bytesCopied = new LongAdder();

    /** The same of segments that another broker had copied before. */
    public final LongAdder replicasCopied = new LongAdder();

    public final LongAdder replicaBytesCopied = new LongAdder();

    /** Copies that failed, each attempt of either kind. */
    public final LongAdder copyFailures = new LongAdder();

    /** Fetches that a peer answered, and bytes given from there. */
    public final LongAdder peerFetches = new LongAdder();

    public final LongAdder peerBytesFetched = new LongAdder();

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

    /** Upper ends of the bands of {@link #bands}, in milliseconds; the last band has none. */
    public static final List<Integer> BAND_MILLIS = List.of(10, 50, 100, 500);

    /** Ranges by the time until their first byte was given. */
    public final List<LongAdder> bands =
            Stream.generate(LongAdder::new).limit(BAND_MILLIS.size() + 1).toList();

    /** The first byte of a range was given after so long. */
    public void firstByte(long nanos) {
        int band = 0;
        while (band < BAND_MILLIS.size() && nanos >= TimeUnit.MILLISECONDS.toNanos(BAND_MILLIS.get(band))) {
            band++;
        }
        bands.get(band).increment();
    }

    /** A segment was copied. */
    public void copied(boolean replica, long bytes) {
        (replica ? replicasCopied : segmentsCopied).increment();
        (replica ? replicaBytesCopied : bytesCopied).add(bytes);
    }
}
