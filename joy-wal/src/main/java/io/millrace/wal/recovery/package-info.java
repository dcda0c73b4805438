/** Opening a log again: what holds, what a killed process had published, where the tail is. */
@NullMarked
package io.millrace.wal.recovery;

import org.jspecify.annotations.NullMarked;
