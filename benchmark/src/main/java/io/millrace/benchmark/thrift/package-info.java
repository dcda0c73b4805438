/**
 * The scenario {@code thrift}: what does a message cost to encode, to decode and to patch, beside Apache's library and other formats?
 *
 * <p>{@code ThriftScenario ──► a process on each Java}, in which all arms of a case take turns on one thread. The arms, their libraries and what is generated for them are in
 * {@code benchmark/thrift}, on a class path that no part of ours shares.
 */
@NullMarked
package io.millrace.benchmark.thrift;

import org.jspecify.annotations.NullMarked;
