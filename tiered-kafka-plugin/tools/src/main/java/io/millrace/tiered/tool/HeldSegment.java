package io.millrace.tiered.tool;

import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.cold.SegmentRange;
import io.millrace.tiered.cold.SegmentSummary;
import java.nio.file.Path;

/**
 * A segment whose manifest was read.
 *
 * @param identity which
 * @param range its offsets, inclusive, and bytes
 * @param summary length and digest that every copy of it has
 * @param directory the cold directory
 * @param sound whether every byte of it was checked and holds
 */
public record HeldSegment(
        SegmentIdentity identity, SegmentRange range, SegmentSummary summary, Path directory, boolean sound) {}
