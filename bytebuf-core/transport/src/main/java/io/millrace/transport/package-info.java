/** Event loops, frames and batch flush over Netty. */
@NullMarked
package io.millrace.transport;

import org.jspecify.annotations.NullMarked;
