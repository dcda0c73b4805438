/** The all-in-one process behind {@code ./millrace}. */
@NullMarked
package io.millrace.launcher;

import org.jspecify.annotations.NullMarked;
