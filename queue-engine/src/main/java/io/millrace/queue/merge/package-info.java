/**
 * Makes runs: sorts an epoch into its first one, and merges several into fewer.
 *
 * <p><b>Sorting.</b> A sealed segment holds the messages of all queues as they arrived. Gathering them by queue would miss the cache at each message, so
 * {@link io.millrace.queue.merge.EpochSorter} goes over the segment in order, deals the messages into lanes, each a range of queues that fits the cache, and sorts each
 * lane there.
 *
 * <p><b>Merging.</b> {@link io.millrace.queue.merge.RunMerger} puts the extents that a queue has in several runs behind each other and leaves out what was trimmed or deleted.
 */
@NullMarked
package io.millrace.queue.merge;

import org.jspecify.annotations.NullMarked;
