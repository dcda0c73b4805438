/** The registry in the memory of one process. */
@NullMarked
package io.millrace.registry.memory;

import org.jspecify.annotations.NullMarked;
