/**
 * The scenario {@code queue}: the contest's three phases (put, random checks, consumption) over a million queues, with
 * every message that is read checked byte by byte, beside RocksDB, Chronicle Queue and Kafka.
 *
 * <p>{@link io.millrace.benchmark.queue.QueueScenario} starts each run as a process of its own;
 * {@link io.millrace.benchmark.queue.QueueTrial} is that process; a {@link io.millrace.benchmark.queue.QueueSubject} is a
 * contender within it. What was acknowledged stands in a mapped file, so that a later process can check a store whose
 * writer was killed.
 */
@NullMarked
package io.millrace.benchmark.queue;

import org.jspecify.annotations.NullMarked;
