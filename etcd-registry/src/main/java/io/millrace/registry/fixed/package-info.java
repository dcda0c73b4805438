/** The registry that is a list from the configuration. */
@NullMarked
package io.millrace.registry.fixed;

import org.jspecify.annotations.NullMarked;
