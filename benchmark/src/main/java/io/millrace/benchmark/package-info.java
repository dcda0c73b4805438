/**
 * Measurements of Millrace beside its peers: JMH benchmarks for code and scenarios for whole systems.
 *
 * <p>A scenario answers written questions. It starts every part as a process of its own, lets ours and the peers take
 * turns on the same machine in the same run, and leaves rows of {@code ours / peer / ratio} on standard output and, as
 * JSON, in a file ({@link io.millrace.benchmark.BenchResult}). {@link io.millrace.benchmark.BenchCommand} is the door.
 */
@NullMarked
package io.millrace.benchmark;

import org.jspecify.annotations.NullMarked;
