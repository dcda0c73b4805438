/** The contract of the provider, asked by a real consumer of the same Dubbo. */
@NullMarked
package io.millrace.provider.dubbo33;

import org.jspecify.annotations.NullMarked;
