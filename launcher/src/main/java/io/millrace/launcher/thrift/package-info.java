/** The commands for Thrift definitions. */
@NullMarked
package io.millrace.launcher.thrift;

import org.jspecify.annotations.NullMarked;
