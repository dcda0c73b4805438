/** Races of appenders and the committer. */
@NullMarked
package io.millrace.wal.append;

import org.jspecify.annotations.NullMarked;
