/** Tests of the sample service without a Dubbo. */
@NullMarked
package io.millrace.sample;

import org.jspecify.annotations.NullMarked;
