@NullMarked
package io.millrace.launcher.shell;

import org.jspecify.annotations.NullMarked;
