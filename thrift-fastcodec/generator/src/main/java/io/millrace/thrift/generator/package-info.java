/**
 * Thrift's interface definition language, from text to Java.
 *
 * <p>The life of a file: {@code syntax} reads its text into a tree of records with positions and comments, and reports as many
 * mistakes at once as it can; {@code schema} follows its includes, gives every name its meaning, flattens typedefs, evaluates
 * constants and works out what an encoder needs to know of each struct; {@code java} makes classes of that; and
 * {@link io.millrace.thrift.generator.ThriftGenerator} writes them where they are not there already.
 *
 * <p>Limits, so that no input takes unbounded memory, time or stack: 16 Mi characters a file, 64 levels of types, constants
 * and nested attributes, 100 reported problems; further ones stand in {@code schema}.
 */
@NullMarked
package io.millrace.thrift.generator;

import org.jspecify.annotations.NullMarked;
