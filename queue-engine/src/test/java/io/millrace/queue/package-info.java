@NullMarked
package io.millrace.queue;

import org.jspecify.annotations.NullMarked;
