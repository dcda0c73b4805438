/**
 * Checked traffic: a {@link io.millrace.launcher.load.CheckedLoad} sends calls over keep-alive connections, one at a time on
 * each, and compares every answer with what the provider must say.
 */
@NullMarked
package io.millrace.launcher.load;

import org.jspecify.annotations.NullMarked;
