/**
 * The driver of the scenario {@code newsql}, a process of its own: a closed loop of queries over many connections, on one event loop.
 *
 * <p>{@link io.millrace.benchmark.newsql.drive.QueryDriver} is the program, {@code DriverRun} the load, {@code DriverConnection} a connection of it. A
 * {@code Dialog} is one connection's side of a protocol: MySQL's, which prepares its statements, or Redis's, which sends several commands at once. Both build
 * their requests in the connection's buffer and only count what comes back, so that the client's cost is small and the same for all servers.
 */
@NullMarked
package io.millrace.benchmark.newsql.drive;

import org.jspecify.annotations.NullMarked;
