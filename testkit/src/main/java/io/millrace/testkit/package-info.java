/**
 * What tests need of the outside world, real wherever it can be: servers and child processes that can be killed and
 * frozen, a clock that a test owns, seeds that a failure names, a check that no Netty buffer is lost, and (in
 * {@code disk}) disks that fail.
 *
 * <p>The life of a server in a test: {@link io.millrace.testkit.EtcdServer} (or
 * {@link io.millrace.testkit.DubboProvider}) finds its program, takes free ports from
 * {@link io.millrace.testkit.FreePorts}, starts a {@link io.millrace.testkit.ChildProcess}, waits for the line that says
 * it serves, and ends it, by process id, when the test, the class or the JVM ends.
 *
 * <p>Limits: nothing here imports anything of Millrace, waits without a bound, or listens beyond the loopback address.
 * Freezing uses the POSIX signals STOP and CONT.
 */
@NullMarked
package io.millrace.testkit;

import org.jspecify.annotations.NullMarked;
