/** The program around Dubbo 2.6: one service, one port, no registry. */
@NullMarked
package io.millrace.provider.dubbo26;

import org.jspecify.annotations.NullMarked;
