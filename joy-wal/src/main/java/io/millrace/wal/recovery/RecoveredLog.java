package io.millrace.wal.recovery;

import io.millrace.wal.RecoveryReport;
import io.millrace.wal.segment.GroupChain;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentFile;
import java.util.List;

/**
 * A log as it was found, ready to go on.
 *
 * @param segments in order, without a gap; only the last may be incomplete, and that one has its page; empty if there is no log yet
 * @param nextNumber number of the segment to begin with, if there is none or the last is complete
 * @param chain up to the last seal
 * @param durable position below which everything is on the device
 * @param free files that belong to no segment, to be deleted once the names are durable
 * @param report for the caller
 */
public record RecoveredLog(
        List<Segment> segments,
        long nextNumber,
        GroupChain chain,
        long durable,
        List<SegmentFile> free,
        RecoveryReport report) {}
