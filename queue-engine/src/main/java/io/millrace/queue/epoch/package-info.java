/**
 * The newest messages of all queues, in memory: the segments of the log that no sorted run holds yet.
 *
 * <p>A message is found by walking back from its queue's newest record; records whose offset is a multiple of {@value
 * io.millrace.queue.epoch.MessageDescriptor#SKIP_INTERVAL} carry longer steps.
 */
@NullMarked
package io.millrace.queue.epoch;

import org.jspecify.annotations.NullMarked;
