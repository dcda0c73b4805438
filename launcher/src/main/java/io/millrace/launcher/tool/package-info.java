/**
 * The tools that look into directories of stores: {@code wal} and {@code queue}, each with dump, verify and repair.
 *
 * <p>Exit status: 0 sound, 1 damaged or failed, 2 the command line was wrong.
 */
@NullMarked
package io.millrace.launcher.tool;

import org.jspecify.annotations.NullMarked;
