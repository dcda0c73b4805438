/**
 * Apache's own library: its messages in the form that its compiler gives them, written by hand since that compiler is no Java program and no build can count on it.
 *
 * <p>What a compiler makes beyond reading and writing (comparing, copying, fields by name) is left out; nothing of it is in any measured time.
 */
@NullMarked
package io.millrace.benchmark.codec.libthrift;

import org.jspecify.annotations.NullMarked;
