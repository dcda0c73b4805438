/** Appending at the tail, and the committer that follows behind: it seals, writes and forces. */
@NullMarked
package io.millrace.wal.append;

import org.jspecify.annotations.NullMarked;
