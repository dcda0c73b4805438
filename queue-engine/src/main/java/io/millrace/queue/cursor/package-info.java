/**
 * How far a group of consumers has come in a queue: kept in the log with each commit, and whole at every checkpoint.
 */
@NullMarked
package io.millrace.queue.cursor;

import org.jspecify.annotations.NullMarked;
