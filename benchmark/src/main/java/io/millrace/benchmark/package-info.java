/** JMH and the side-by-side scenarios. */
@NullMarked
package io.millrace.benchmark;

import org.jspecify.annotations.NullMarked;
