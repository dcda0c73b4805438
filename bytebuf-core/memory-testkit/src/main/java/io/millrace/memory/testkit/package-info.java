/** What tests put behind the seam for files: a simulated disk, and files that fail as planned. */
@NullMarked
package io.millrace.memory.testkit;

import org.jspecify.annotations.NullMarked;
