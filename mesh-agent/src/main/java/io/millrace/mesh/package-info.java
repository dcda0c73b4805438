/** The mesh agent's door. */
@NullMarked
package io.millrace.mesh;

import org.jspecify.annotations.NullMarked;
