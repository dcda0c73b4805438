@NullMarked
package io.millrace.queue.boot;

import org.jspecify.annotations.NullMarked;
