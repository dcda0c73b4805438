/**
 * The process of the scenario {@code thrift}.
 *
 * <pre>
 *  CodecTrial     reads what it is told, tells what it found
 *    CaseArms     the arms of a case, each verified before anything is measured          arm, libthrift, protobuf, fory, capnproto
 *    Contest      warms them, then lets them take turns, there and back                  ThreadCosts
 * </pre>
 *
 * <p>{@code ThriftBenchmark} has some of the same arms under JMH.
 */
@NullMarked
package io.millrace.benchmark.codec;

import org.jspecify.annotations.NullMarked;
