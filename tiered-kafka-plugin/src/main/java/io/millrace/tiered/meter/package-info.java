/** Numbers of the plugin in JMX, beside Kafka's own and in its way. */
@NullMarked
package io.millrace.tiered.meter;

import org.jspecify.annotations.NullMarked;
