/**
 * Fresh segments on fast disks, old ones on slow disks, for an unmodified Kafka; {@link io.millrace.tiered.TieredStorage} is the door.
 *
 * <h2>The life of a segment</h2>
 *
 * <pre>
 *  Kafka rolls it, and asks to copy it     cold    rate ─► read ─► checksums ─► write past the page cache ─► force ─► rename
 *  a consumer that lags reads it           read    manifest ─► chunk by chunk, one ahead, each checked before it is given
 *  its retention ends                      cold    manifest first, then the data
 * </pre>
 *
 * The layout of the bytes is in {@code docs/formats/cold-segment.md}.
 *
 * <h2>Stages</h2>
 *
 * {@code read ──► cold, disk} and {@code cold ──► disk, rate}; {@code disk} and {@code rate} know nobody.
 *
 * <h2>Limits</h2>
 *
 * Memory off the heap is {@code buffer.bytes}, of all copies, reads and chunks that are kept. A fetch holds one channel and at most two chunks. Reads of a disk at a time are {@code
 * read.concurrency}. An index is given from the heap.
 */
@NullMarked
package io.millrace.tiered;

import org.jspecify.annotations.NullMarked;
