/**
 * Connections of the Redis protocol. What the requests of one read ask is answered by one write, in order.
 *
 * <pre>
 *  read ─► requests that read ─► run on the loop ──────────────────────┐
 *       └► from the first that may write on: all of them, as one turn  │
 *              └► the store's writer: run there, one commit ───────────┴─► when the device has what they saw: the replies leave
 * </pre>
 *
 * Meanwhile the connection is not read: so a client that does not wait for replies is held back by its own socket.
 */
@NullMarked
package io.millrace.newsql.node.server;

import org.jspecify.annotations.NullMarked;
