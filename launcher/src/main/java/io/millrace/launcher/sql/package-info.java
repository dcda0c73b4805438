/** The commands of {@code sql}, clients of a running server. */
@NullMarked
package io.millrace.launcher.sql;

import org.jspecify.annotations.NullMarked;
