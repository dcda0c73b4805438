/**
 * What code generated from Thrift definitions calls.
 *
 * <h2>The life of a message</h2>
 *
 * <pre>
 *  write   binaryLength(lengths)    one walk: the exact size; lengths of strings are remembered     EncodedLengths
 *              │
 *          one array, or a buffer's  ◄── or 8 KiB at a time into a direct buffer or a chain         BinaryEncoder
 *              │
 *          writeBinary(out, at)     a second walk: each field is stores at an offset                BinaryOutput
 *              │
 *          written == length?       else CHANGED, and nothing leaves
 *
 *  read    readBinary(in, at)       fields in the expected order: compare a header, load a value    BinaryInput
 *              │
 *          a loop over the rest     any order, unknown fields kept as they lie                      UnknownFields
 * </pre>
 *
 * <p>A call is a struct behind a {@link io.millrace.thrift.MessageHeader}: {@link io.millrace.thrift.ThriftMessage}. Services are methods by name
 * ({@link io.millrace.thrift.ThriftServices}), called through a {@link io.millrace.thrift.ThriftCaller}; what carries them is not this package's business.
 *
 * <p>Types of two layers ({@code BinaryBytes} below {@code BinaryInput}, and so on) are one object: generated code calls the upper one, the lower one keeps to its bytes.
 *
 * <h2>Limits</h2>
 *
 * {@link io.millrace.thrift.ThriftLimits}. Whatever the bytes, reading gives a value or a {@link io.millrace.thrift.ThriftException}.
 */
@NullMarked
package io.millrace.thrift;

import org.jspecify.annotations.NullMarked;
