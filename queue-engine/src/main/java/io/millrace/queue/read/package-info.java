/**
 * The way of a message out: a view of runs and epochs that holds still, and the road to the offset that is asked for.
 *
 * <p>{@link io.millrace.queue.read.StoreView} is what there is at one moment; {@link io.millrace.queue.read.QueueReader}
 * asks the runs first, by their resident indexes, and walks back through the epochs for what no run holds.
 */
@NullMarked
package io.millrace.queue.read;

import org.jspecify.annotations.NullMarked;
