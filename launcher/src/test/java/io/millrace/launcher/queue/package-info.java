@NullMarked
package io.millrace.launcher.queue;

import org.jspecify.annotations.NullMarked;
