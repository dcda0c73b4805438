@NullMarked
package io.millrace.tiered.micrometer;

import org.jspecify.annotations.NullMarked;
