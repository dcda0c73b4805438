/** Brokers on one machine, each with its own logs and cold disks, over real connections. */
package io.millrace.tiered.replica;
