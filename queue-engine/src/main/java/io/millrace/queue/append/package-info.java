/**
 * The way of a message in: the queue's lock, a place in the log, one copy, the queue's new head.
 *
 * <p>{@link io.millrace.queue.append.Appender} is the only writer of the log and of the queues' lines.
 */
@NullMarked
package io.millrace.queue.append;

import org.jspecify.annotations.NullMarked;
