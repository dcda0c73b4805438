/**
 * A sorted run: an immutable file with the messages of many queues, ordered by queue and offset, and an index of it that stays in memory.
 *
 * <p><b>Life of a run.</b> A {@link io.millrace.queue.run.RunWriter} streams queues in ascending id into a file of 4096-byte blocks, keeps where each
 * queue and each block begins, and writes that index twice behind the data. What it gives is an open {@link io.millrace.queue.run.Run}: it
 * {@linkplain io.millrace.queue.run.Run#locate locates} a queue without touching the disk and {@linkplain io.millrace.queue.run.Run#read reads} the blocks that hold
 * the wanted messages, no others. Runs are counted references; a file that is no longer wanted is unlinked when its last reader has gone.
 *
 * <p><b>Bytes.</b> {@link io.millrace.queue.run.RunDescriptor}, and in prose {@code docs/formats/queue-run.md}. Every byte of a file is under a checksum: the data by
 * block, each copy of the index, and the two pages that describe the run. A damaged byte is an error that names the file, the queue and the position, or is healed from
 * the second copy; it never becomes part of a message.
 *
 * <p><b>Limits.</b> The index of a run is at most 1 GiB, which is about 300 GB of messages.
 */
@NullMarked
package io.millrace.queue.run;

import org.jspecify.annotations.NullMarked;
