/** Tests of the testkit, against the real programs. */
@NullMarked
package io.millrace.testkit;

import org.jspecify.annotations.NullMarked;
