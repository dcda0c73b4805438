@NullMarked
package io.millrace.launcher.tool;

import org.jspecify.annotations.NullMarked;
