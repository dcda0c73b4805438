/**
 * Fresh segments on fast disks, old ones on slow disks, for an unmodified Kafka; {@link io.millrace.tiered.TieredStorage} is the door.
 *
 * <h2>The life of a segment</h2>
 *
 * <pre>
 *  Kafka rolls it, and asks to copy it     cold    rate ─► read ─► checksums ─► write past the page cache ─► force ─► rename
 *  the other replicas see that             replica, log, peer    own log and a peer's indexes ─► the leader's digest, or nothing
 *  a consumer that lags reads it           read    manifest ─► chunk by chunk, one ahead, each checked before it is given
 *  the fast disk fills up                  space   the oldest cutoff that is enough ─► Kafka takes it off the front of its log
 *  its retention ends                      cold    manifest first, then the data
 * </pre>
 *
 * The layout of the bytes is in {@code docs/formats/cold-segment.md}.
 *
 * <h2>Stages</h2>
 *
 * {@code space ──► replica, peer, log, admin, rate}, {@code meta ──► replica ──► peer, log, cold, rate}, {@code peer ──► read, cold, disk, admin}, {@code log ──► cold, disk}, {@code read ──► cold, disk} and {@code cold ──► disk,
 * rate}; {@code flush ──► rate} and {@code placement ──► admin, rate}; {@code disk}, {@code admin}, {@code rate} and {@code meter} know nobody. {@code meta} is made by Kafka, as {@link io.millrace.tiered.TieredStorage} is; the two meet in {@code replica}.
 *
 * <h2>Limits</h2>
 *
 * Memory off the heap is {@code buffer.bytes}, of all copies, reads and chunks that are kept. A fetch holds one channel and at most two chunks. Reads of a disk at a time are {@code
 * read.concurrency}. An index is given from the heap.
 */
@NullMarked
package io.millrace.tiered;

import org.jspecify.annotations.NullMarked;
