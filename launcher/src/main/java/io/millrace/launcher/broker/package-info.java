/**
 * Kafka's part of the demo: a broker with its old segments on another disk.
 *
 * <pre>
 *  BrokerDemo ──► DemoBroker    formats, starts and ends one broker of Apache Kafka with the plugin
 *             ──► TieredOrders  the topic: writes, waits until it is copied, lets the fast disk go, reads
 *             ──► RecordDigest  what was written, and what was read
 * </pre>
 */
@NullMarked
package io.millrace.launcher.broker;

import org.jspecify.annotations.NullMarked;
