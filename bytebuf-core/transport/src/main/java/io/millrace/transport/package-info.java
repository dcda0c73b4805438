/**
 * Event loops, frames and batch flush over Netty: what a protocol needs between its codec and the kernel.
 *
 * <h2>The path of a byte</h2>
 *
 * <pre>
 *  kernel ─► {@link io.millrace.transport.EventLoops event loop} ─► {@link io.millrace.transport.BatchFrameDecoder} ─► onFrame(buffer, index, length)
 *                                                                                                   │
 *  kernel ◄─ one write ◄─ end of the loop's turn ◄─ commit() ◄─ {@link io.millrace.transport.WriteBatch} ◄───────────┘
 * </pre>
 *
 * One turn of an event loop reads what is ready, hands out every whole frame of each read in place, and lets the answers
 * gather in the batches of the channels that they leave by. When the reads of the turn are done, one task writes each channel that was committed once.
 *
 * <h2>Threads</h2>
 *
 * A channel lives on one loop; {@link io.millrace.transport.EventLoops#client} puts an outbound channel on the loop of the caller's choice, so that a
 * call which came in on a loop leaves and returns on it. {@link io.millrace.transport.LoopLocal} holds what belongs to a loop. Nothing here takes a lock.
 *
 * <h2>Limits</h2>
 *
 * A frame is at most the decoder's limit, checked before memory is taken for it; a channel whose peer does not read is closed when
 * {@link io.millrace.transport.WriteBatch#MAX_PENDING_BYTES} wait for it.
 */
@NullMarked
package io.millrace.transport;

import org.jspecify.annotations.NullMarked;
