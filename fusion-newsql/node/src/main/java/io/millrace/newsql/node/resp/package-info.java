/**
 * The Redis protocol: requests cut out of the stream as slices, replies written into the connection's batch.
 *
 * <pre>
 *  *2\r\n$3\r\nGET\r\n$1\r\nk\r\n ──► RespRequests ──► RespRequest: places of its arguments in the read buffer, nothing copied
 *  RespWriter ──► $5\r\nvalue\r\n        as RESP2, or as RESP3 where they differ
 * </pre>
 */
@NullMarked
package io.millrace.newsql.node.resp;

import org.jspecify.annotations.NullMarked;
