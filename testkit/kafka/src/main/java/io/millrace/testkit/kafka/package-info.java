/**
 * Real Kafka brokers for tests; {@link io.millrace.testkit.kafka.KafkaCluster} is the door.
 *
 * <p>Nothing of the broker is on a test's class path but its clients: a broker is a process ({@link io.millrace.testkit.kafka.KafkaBroker}) whose jars the build has copied ({@code
 * KafkaProgram}), which formats its directories and serves ({@code BrokerMain}).
 */
@NullMarked
package io.millrace.testkit.kafka;

import org.jspecify.annotations.NullMarked;
