/** Logs as brokers write them, and what is cut out of them. */
package io.millrace.tiered.log;
