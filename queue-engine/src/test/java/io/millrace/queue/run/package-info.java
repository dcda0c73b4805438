/** Tests of sorted runs. */
@NullMarked
package io.millrace.queue.run;

import org.jspecify.annotations.NullMarked;
