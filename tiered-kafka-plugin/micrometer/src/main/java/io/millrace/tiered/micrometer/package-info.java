/**
 * The JMX metrics of the tiered storage as Micrometer's meters: of a broker in this JVM, or of one over a connection.
 *
 * <p>{@link io.millrace.tiered.micrometer.BrokerMeters} is the list; {@link io.millrace.tiered.micrometer.TieredMetrics} binds it.
 */
@NullMarked
package io.millrace.tiered.micrometer;

import org.jspecify.annotations.NullMarked;
