/** JMH benchmarks of the memory and the checksums that the log and the queues stand on. */
@NullMarked
package io.millrace.benchmark.memory;

import org.jspecify.annotations.NullMarked;
