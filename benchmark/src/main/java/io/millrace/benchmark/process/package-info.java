/** Child processes with a bounded life, and what Linux tells of their CPU time and memory. */
@NullMarked
package io.millrace.benchmark.process;

import org.jspecify.annotations.NullMarked;
