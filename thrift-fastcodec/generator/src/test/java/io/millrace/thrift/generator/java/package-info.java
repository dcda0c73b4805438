/** What is generated, compiled and run. */
@NullMarked
package io.millrace.thrift.generator.java;

import org.jspecify.annotations.NullMarked;
