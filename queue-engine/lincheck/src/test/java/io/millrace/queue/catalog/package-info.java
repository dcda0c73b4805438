@NullMarked
package io.millrace.queue.catalog;

import org.jspecify.annotations.NullMarked;
