/** What this broker asks of Kafka over its own protocol, as any client would. */
@NullMarked
package io.millrace.tiered.admin;

import org.jspecify.annotations.NullMarked;
