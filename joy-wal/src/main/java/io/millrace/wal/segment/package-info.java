/** Segment files: their names and headers, the segments that are live, sealing them, and having the next ones ready. */
@NullMarked
package io.millrace.wal.segment;

import org.jspecify.annotations.NullMarked;
