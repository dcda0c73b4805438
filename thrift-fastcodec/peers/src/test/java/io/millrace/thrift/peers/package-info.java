/**
 * Apache Thrift in other languages against ours.
 *
 * <p>Each peer is a small program on that language's own library ({@code src/test/resources}). It has no generated code: it is driven by a
 * description of the definitions that {@link io.millrace.thrift.peers.SchemaJson} writes, and calls the library's protocol classes as generated
 * code would. It does three things: {@code recode} reads objects and writes them again, {@code serve} answers calls, {@code call} makes them.
 */
@NullMarked
package io.millrace.thrift.peers;

import org.jspecify.annotations.NullMarked;
