/** Tests of the package of the same name. */
@NullMarked
package io.millrace.launcher.agent;

import org.jspecify.annotations.NullMarked;
