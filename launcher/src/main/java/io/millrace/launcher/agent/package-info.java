/**
 * The options of {@code ./millrace agent}: translated into the properties of the mesh agent's own program, which the
 * script then starts in place of itself.
 */
@NullMarked
package io.millrace.launcher.agent;

import org.jspecify.annotations.NullMarked;
