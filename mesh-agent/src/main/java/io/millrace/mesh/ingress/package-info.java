/**
 * The consumer agent: from a byte on its port to a frame on a link, and back.
 *
 * <p><b>Life of a call.</b> {@code FirstByte} tells what the client speaks. {@link io.millrace.mesh.ingress.HttpConnection} cuts requests out of what it reads
 * ({@code HttpHead}, {@code ChunkedBody}); {@code FormFields} finds the fields of the form in place; {@code MethodCache} knows the
 * method by the raw bytes of its names; {@code Route} asks the balancer for an endpoint, or lets the call wait, or says why not;
 * {@code HttpCall} writes the argument into the link's outgoing frame, and the result from the reply into the connection's outgoing
 * bytes. The connection, the call, the route, the link and the deadline all belong to the event loop that accepted the connection.
 *
 * <p>With Thrift, {@code ThriftConnection} walks the header of a message, {@code ThriftMethods} knows the method by its name, and
 * {@code ThriftCall} sends the struct behind the header on as it came, and the struct of the answer back. What is common to calls of
 * both kinds, attempts, retries and deadlines, is {@code ForwardedCall}.
 *
 * <p><b>What loops share</b>: {@code ServiceDirectory} (which services are watched) and the endpoint states of the balancer.
 *
 * <p><b>Limits</b>: {@link io.millrace.mesh.HttpLimits} and {@link io.millrace.mesh.ThriftIngress}, all answered with a status of their own before memory is taken.
 */
@NullMarked
package io.millrace.mesh.ingress;

import org.jspecify.annotations.NullMarked;
