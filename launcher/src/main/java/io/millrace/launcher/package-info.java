/**
 * The all-in-one process behind {@code ./millrace demo} and {@code ./millrace up}, and the options of
 * {@code ./millrace agent}.
 *
 * <p>The life of a demo: {@link io.millrace.launcher.Launcher} reads the command line; {@code Platform} starts the
 * children ({@code child}: etcd and three Dubbo providers, each a process), then the agents in this JVM
 * ({@code MeshAgents}); {@code DemoCommand} drives checked calls through them ({@code load}) and prints one
 * {@code Table}. Closing happens in the reverse order: agents drain, then children end.
 *
 * <p>Children never outlive this process: each waits on a pipe whose other end the kernel closes when we die, however
 * we die.
 */
@NullMarked
package io.millrace.launcher;

import org.jspecify.annotations.NullMarked;
