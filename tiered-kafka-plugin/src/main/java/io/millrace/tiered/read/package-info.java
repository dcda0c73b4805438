/**
 * Reads of cold segments: a stream asks for the chunks that its range touches, one ahead of the one that it gives.
 *
 * <pre>
 *  SegmentStream   the chunk that is needed:  kept by an earlier fetch? ─► asked for ahead? ─► ask now, wait
 *       │          the one behind it:         asked for, if there is memory and the range goes on
 *       ▼
 *  ChunkRead       waits for its turn at the disk ─► read past the page cache ─► CRC32C ─► Chunk
 *       │
 *       ▼
 *  KeptChunks      what a stream held when it was closed, for the consumer that reads on
 * </pre>
 *
 * Kafka fetches a consumer's next megabyte in a new request, which begins at the batch where the last one ended, in the middle of a chunk.
 *
 * <h2>Threads and locks</h2>
 *
 * A stream is read by one thread and may be closed by another. Files are read by the threads of their disk alone, so the interrupt of a reader of Kafka's closes no channel under a
 * read. Lock order: stream, chunk read, kept chunks, buffers; none is held while a disk or memory is waited for.
 */
@NullMarked
package io.millrace.tiered.read;

import org.jspecify.annotations.NullMarked;
