/** The program around Dubbo 3.3: one service, one port, no registry. */
@NullMarked
package io.millrace.provider.dubbo33;

import org.jspecify.annotations.NullMarked;
