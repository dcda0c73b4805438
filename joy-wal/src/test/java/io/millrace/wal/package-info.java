/** Tests of the log as a whole. */
@NullMarked
package io.millrace.wal;

import org.jspecify.annotations.NullMarked;
