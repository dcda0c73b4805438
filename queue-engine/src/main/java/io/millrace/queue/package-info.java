/** A million durable, ordered queues in one process, on one disk. */
@NullMarked
package io.millrace.queue;

import org.jspecify.annotations.NullMarked;
