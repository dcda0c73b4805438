/** Tests of sorting and merging. */
@NullMarked
package io.millrace.queue.merge;

import org.jspecify.annotations.NullMarked;
