/**
 * Real clients, kills and bad days of brokers with the plugin.
 *
 * <p>What brokers acknowledge goes into a {@link io.millrace.tiered.clients.Ledger}; what readers see is compared with it offset by offset. Segments end where a test wants them to: {@link
 * io.millrace.tiered.clients.RecordWriter} gives records timestamps that make Kafka roll. {@link io.millrace.tiered.clients.ColdSegment} reads what is on a cold disk, by the documented format.
 */
@NullMarked
package io.millrace.tiered.clients;

import org.jspecify.annotations.NullMarked;
