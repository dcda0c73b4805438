/**
 * What an engine knows when it opens: the newest checkpoint, and the log from there on.
 *
 * <p>A checkpoint is one file, written whole and then renamed: which runs there are, where in the log they end, the name and
 * offsets of every queue, every cursor. {@link io.millrace.queue.recovery.CheckpointDescriptor} draws it; {@link
 * io.millrace.queue.recovery.Replay} counts the log's records onto it.
 */
@NullMarked
package io.millrace.queue.recovery;

import org.jspecify.annotations.NullMarked;
