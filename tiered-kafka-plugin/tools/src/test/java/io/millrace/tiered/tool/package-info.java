@NullMarked
package io.millrace.tiered.tool;

import org.jspecify.annotations.NullMarked;
