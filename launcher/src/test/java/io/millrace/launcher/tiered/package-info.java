@NullMarked
package io.millrace.launcher.tiered;

import org.jspecify.annotations.NullMarked;
