/** The example at work. */
@NullMarked
package io.millrace.thrift.example;

import org.jspecify.annotations.NullMarked;
