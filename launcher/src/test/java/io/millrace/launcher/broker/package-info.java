@NullMarked
package io.millrace.launcher.broker;

import org.jspecify.annotations.NullMarked;
