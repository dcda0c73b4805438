/** JMH benchmarks of {@code millrace-buffer}. */
@NullMarked
package io.millrace.benchmark.buffer;

import org.jspecify.annotations.NullMarked;
