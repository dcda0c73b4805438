/**
 * The scenario {@code wal}: what a 32-byte record costs to append and to read, beside Chronicle Queue, RocksDB's log, a
 * plain mapped file, a plain loop of 64 KiB writes and a force a record.
 *
 * <p>{@link io.millrace.benchmark.wal.WalScenario} starts each run of each contender as a process of its own;
 * {@link io.millrace.benchmark.wal.WalTrial} is that process; a {@link io.millrace.benchmark.wal.WalSubject} is a
 * contender within it.
 */
@NullMarked
package io.millrace.benchmark.wal;

import org.jspecify.annotations.NullMarked;
