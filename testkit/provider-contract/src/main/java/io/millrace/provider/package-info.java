/** The tests that every provider of the sample service has to pass, whatever Dubbo is inside. */
@NullMarked
package io.millrace.provider;

import org.jspecify.annotations.NullMarked;
