package io.millrace.tiered.peer;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.ColdSegment;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.read.SegmentReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;

/**
 * What this broker gives to others.
 *
 * @param store its segments
 * @param reader ranges of them
 * @param states what it says of a segment
 * @param reports what it says to commands
 */
public record ServedSegments(
        ColdStore store, SegmentReader reader, Function<SegmentIdentity, SegmentState> states, BrokerReports reports) {

    /** Without reports. */
    public ServedSegments(ColdStore store, SegmentReader reader, Function<SegmentIdentity, SegmentState> states) {
        this(store, reader, states, BrokerReports.NONE);
    }

    /** Bytes of a range, whose last byte is inclusive. */
    byte[] data(SegmentIdentity identity, long from, long last) throws IOException {
        ColdSegment segment = store.find(identity);
        int length = segment.manifest().dataBytes();
        if (from >= length) {
            throw new IllegalArgumentException("range: " + from + " (expected: < " + length + ")");
        }
        long to = Math.min(length, last + 1);
        try (InputStream range = reader.open(segment, from, to)) {
            return range.readNBytes((int) (to - from));
        } catch (TieredException e) {
            if (e.reason() == TieredException.Reason.DAMAGED) {
                store.damaged(identity.id());
            }
            throw e;
        }
    }
}
