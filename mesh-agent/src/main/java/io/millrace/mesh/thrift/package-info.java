/**
 * Framed Thrift on the wire: the header of a message, and the connections to a provider.
 *
 * <p>{@link io.millrace.mesh.thrift.ThriftEnvelope} walks what stands before the struct of a message, in the strict and the old
 * binary protocol, the compact protocol, and behind the header transport. The struct itself, arguments or result, is never looked
 * into: it travels as the bytes that it came in, and {@link io.millrace.mesh.thrift.ThriftEnvelope#write} puts another header
 * before it.
 *
 * <p>{@link io.millrace.mesh.thrift.ThriftProvider} calls a provider. Servers of Apache's library answer the calls of one
 * connection one after the other, so it keeps as many connections as calls are in work; for servers that answer out of order it
 * sends several calls over one. Answers find their calls by a sequence id of the connection's own.
 *
 * <p><b>Threads</b>: one event loop. <b>Limits</b>: {@link io.millrace.mesh.thrift.ProviderLimits}; headers of at most
 * {@value io.millrace.mesh.thrift.ThriftEnvelope#MAX_HEADER_BYTES} bytes.
 *
 * <p><b>Sources</b>: {@code doc/specs/thrift-rpc.md} and {@code HeaderFormat.md} of Apache Thrift; {@code AbstractNonblockingServer}
 * and {@code TThreadPoolServer} of its Java library for what a server does with one connection.
 */
@NullMarked
package io.millrace.mesh.thrift;

import org.jspecify.annotations.NullMarked;
