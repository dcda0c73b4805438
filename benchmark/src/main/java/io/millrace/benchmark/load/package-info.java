/** What all drivers of a load share: event loops of the measuring tools, and the counting of latencies. */
@NullMarked
package io.millrace.benchmark.load;

import org.jspecify.annotations.NullMarked;
