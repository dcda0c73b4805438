/**
 * Which runs go because their messages are too old or too many.
 */
@NullMarked
package io.millrace.queue.retention;

import org.jspecify.annotations.NullMarked;
