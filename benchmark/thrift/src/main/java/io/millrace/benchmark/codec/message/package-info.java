/** The messages of the scenario: what our generator makes of their definitions, and their content from a seed. */
@NullMarked
package io.millrace.benchmark.codec.message;

import org.jspecify.annotations.NullMarked;
