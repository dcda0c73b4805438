@NullMarked
package io.millrace.queue.recovery;

import org.jspecify.annotations.NullMarked;
