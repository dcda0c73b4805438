/**
 * The scenario {@code tiered-kafka}: does a consumer that reads old data from a slow disk disturb those that keep up?
 *
 * <p>{@code TieredScenario ──► TieredTrials ──► a process with the clients ──► the broker}, which alone is in the group that has little memory and the slow disk. The half that speaks to
 * Kafka is with the peers.
 */
@NullMarked
package io.millrace.benchmark.tiered;

import org.jspecify.annotations.NullMarked;
