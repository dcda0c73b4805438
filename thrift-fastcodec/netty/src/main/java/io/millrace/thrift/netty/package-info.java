/**
 * Framed Thrift over Netty: many calls on one connection, told apart by their sequence ids.
 *
 * <pre>
 *  call    encoded by the calling thread ──► its loop: a sequence id, a deadline ──► written with all of the turn      ThriftClient
 *  serve   frame ──► header, arguments, handler ──► the answer, when it is there, in the form of the call             ThriftServer
 * </pre>
 *
 * Answers come in the order in which they are ready: a client that sends a second call before it has the answer to the first matches them by sequence id, as
 * Apache's own clients that do so.
 *
 * <h2>TLS and meters</h2>
 *
 * Either end takes a Netty {@code SslContext} and a Micrometer registry in its config;
 * {@link io.millrace.thrift.netty.ThriftMeters} lists what is counted.
 *
 * <h2>Limits</h2>
 *
 * A frame is no longer than {@link io.millrace.thrift.ThriftLimits#messageBytes()}. A server reads no further from a
 * connection with {@link io.millrace.thrift.netty.ThriftServerConfig#callsMax()} calls in it, or from one that does not
 * read its answers; a client refuses the call above {@link io.millrace.thrift.netty.ThriftClientConfig#callsMax()}.
 * Every call ends by its timeout, a TLS handshake by
 * {@link io.millrace.thrift.netty.ThriftServerConfig#handshakeTimeout()} or
 * {@link io.millrace.thrift.netty.ThriftClientConfig#handshakeTimeout()}, a server's close by
 * {@link io.millrace.thrift.netty.ThriftServerConfig#drain()}.
 */
@NullMarked
package io.millrace.thrift.netty;

import org.jspecify.annotations.NullMarked;
