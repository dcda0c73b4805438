/** Numbers in JMX. */
package io.millrace.tiered.meter;
