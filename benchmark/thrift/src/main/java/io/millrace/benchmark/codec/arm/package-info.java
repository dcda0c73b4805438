/**
 * What is measured: an {@link io.millrace.benchmark.codec.arm.Arm} does one case's work in one library's way; most are made of a
 * {@link io.millrace.benchmark.codec.arm.Codec}, which is one library for one kind of message.
 */
@NullMarked
package io.millrace.benchmark.codec.arm;

import org.jspecify.annotations.NullMarked;
