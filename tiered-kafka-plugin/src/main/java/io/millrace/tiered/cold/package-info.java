/**
 * Cold segments on disks: copied, found, described and deleted.
 *
 * <h2>The life of a copy</h2>
 *
 * <pre>
 *  ColdStore      claim the segment ─► order directories by free space ─► copy to the first that takes it
 *  DataCopy       rate ─► buffer ─► read ─► CRC32C, SHA-256 ─► write, chunk by chunk, to a ….new file ─► force
 *  ManifestFile   indexes, then the head, to a ….new file ─► force
 *  SegmentCommit  rename data ─► force directory ─► rename manifest ─► force directory
 * </pre>
 *
 * A segment is there if its manifest has its final name; whatever a crash leaves besides belongs to no segment and is removed at the next start, or by the next copy of that segment.
 * The layout is in {@link io.millrace.tiered.cold.ColdSegmentDescriptor} and {@code docs/formats/cold-segment.md}.
 */
@NullMarked
package io.millrace.tiered.cold;

import org.jspecify.annotations.NullMarked;
