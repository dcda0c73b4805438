/**
 * Dubbo 2.x on the wire: frames, the two serializations that a call is written and a result is read in, and the connection to a
 * provider with its heartbeats.
 *
 * <p>Nothing here ever makes an object of a class that the wire names. Arguments are written from text, results are walked byte by
 * byte and come out as text or JSON; a gadget attack ends at the walker.
 *
 * <p><b>Sources</b>: {@code ExchangeCodec} and {@code DubboCodec} of Apache Dubbo for the frames, the Hessian 2.0 serialization
 * protocol for the values, with the differences of hessian-lite that {@link io.millrace.mesh.dubbo.HessianText} names.
 */
@NullMarked
package io.millrace.mesh.dubbo;

import org.jspecify.annotations.NullMarked;
