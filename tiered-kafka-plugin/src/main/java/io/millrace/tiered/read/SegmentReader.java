package io.millrace.tiered.read;

import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.cold.ColdSegment;
import io.millrace.tiered.disk.AlignedBuffers;
import java.io.IOException;
import java.io.InputStream;
import org.apache.kafka.common.Uuid;

/**
 * Opens ranges of cold segments.
 *
 * <p><b>Threads.</b> Safe. <b>Ownership.</b> Borrows the buffers, of which up to half may hold chunks that were read for fetches to come; {@link #close} lets them go.
 */
public final class SegmentReader implements AutoCloseable {

    private final ReadMeans means;

    /** Shares the buffers with others; they are asked to give what they keep when memory runs out. */
    public SegmentReader(AlignedBuffers buffers, long keptBytesMax, TieredCounters counters) {
        KeptChunks kept = new KeptChunks(keptBytesMax);
        buffers.reclaimFrom(kept::dropOldest);
        this.means = new ReadMeans(buffers, kept, counters);
    }

    /**
     * Opens a range.
     *
     * @param from first byte of the data
     * @param to first byte behind the range; at most the data's length
     * @return a stream that the caller closes. It fails with a {@link io.millrace.tiered.TieredException} where a chunk is damaged, and with a
     *     {@link java.nio.channels.ClosedByInterruptException}, the interrupt flag set, if its thread is interrupted while it waits
     */
    public InputStream open(ColdSegment segment, long from, long to) throws IOException {
        if (from < 0 || to < from || to > segment.manifest().dataBytes()) {
            throw new IllegalArgumentException("range: " + from + " to " + to + " (expected: within "
                    + segment.manifest().dataBytes() + " bytes)");
        }
        means.counters().fetches.increment();
        return new SegmentStream(segment, new SharedFile(segment.openData()), from, to, means);
    }

    /** Forgets chunks of a segment that was deleted. */
    public void forget(Uuid segment) {
        means.kept().forget(segment);
    }

    @Override
    public void close() {
        means.kept().close();
    }
}
