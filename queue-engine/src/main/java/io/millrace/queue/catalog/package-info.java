/**
 * Which queues there are: the name of each, its number, and the few words of state that a put and a get need.
 *
 * <p>All of it lies off-heap. A queue costs one line of 64 bytes, which holds its newest offset, the place of its newest
 * message and a name of up to 20 bytes, so that a put meets two cache lines of the catalog: the slot of the name and the
 * queue's line. {@link io.millrace.queue.catalog.Catalog} finds and makes queues, {@link
 * io.millrace.queue.catalog.EntryDescriptor} draws the line, {@link io.millrace.queue.catalog.EntryLock} guards it.
 */
@NullMarked
package io.millrace.queue.catalog;

import org.jspecify.annotations.NullMarked;
