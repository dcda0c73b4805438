/** What a record and a commit group are, byte by byte. */
@NullMarked
package io.millrace.wal.record;

import org.jspecify.annotations.NullMarked;
