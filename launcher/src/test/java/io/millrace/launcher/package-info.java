/** Tests of the package of the same name. */
@NullMarked
package io.millrace.launcher;

import org.jspecify.annotations.NullMarked;
