/** Tests of the package of the same name. */
@NullMarked
package io.millrace.launcher.load;

import org.jspecify.annotations.NullMarked;
