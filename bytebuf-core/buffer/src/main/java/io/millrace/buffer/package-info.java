/** Chained zero-copy buffer, varints and checksums. */
@NullMarked
package io.millrace.buffer;

import org.jspecify.annotations.NullMarked;
