/**
 * The half of the scenario {@code tiered-kafka} that speaks to Kafka: one process that starts one broker, fills it, and lets clients loose on it phase after phase.
 *
 * <pre>
 *  TieredTrial ──► TieredBroker   starts it in its group, on its disks
 *              ──► TrialTopics    makes topics, fills them, waits until old data is where it belongs
 *              ──► LoadRun        a phase: PacedProducer, TailConsumer, VisitingConsumer, LaggingConsumer within one LoadWindow
 *              ──► BrokerMeters   what broker and disk did between two moments
 * </pre>
 *
 * Every record that is consumed is compared byte by byte with what was produced under its offset.
 */
@NullMarked
package io.millrace.benchmark.peers.tiered;

import org.jspecify.annotations.NullMarked;
