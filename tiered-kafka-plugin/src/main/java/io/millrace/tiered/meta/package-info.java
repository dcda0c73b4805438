/**
 * Stands between Kafka and its own topic of metadata, and is the only place that sees the inside of Kafka's storage: two classes of it.
 *
 * <p>Kafka lets a follower's segments leave the fast disk once the leader has copied them. Here they may leave once this broker holds a copy of its own.
 */
@NullMarked
package io.millrace.tiered.meta;

import org.jspecify.annotations.NullMarked;
