/** Tests of the package of the same name. */
@NullMarked
package io.millrace.launcher.child;

import org.jspecify.annotations.NullMarked;
