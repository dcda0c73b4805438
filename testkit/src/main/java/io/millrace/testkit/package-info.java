/** Real servers, crash loops, clocks and leak checks for tests. */
@NullMarked
package io.millrace.testkit;

import org.jspecify.annotations.NullMarked;
