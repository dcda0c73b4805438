/** Tests of the memory half of the core. */
@NullMarked
package io.millrace.memory;

import org.jspecify.annotations.NullMarked;
