/** What the plugin does outside of Maven. */
@NullMarked
package io.millrace.thrift.maven;

import org.jspecify.annotations.NullMarked;
