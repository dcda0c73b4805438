/** JMH benchmarks of {@code millrace-transport}. */
@NullMarked
package io.millrace.benchmark.transport;

import org.jspecify.annotations.NullMarked;
