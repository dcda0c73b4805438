/** Where followers go, without Kafka. */
package io.millrace.tiered.placement;
