/** What tests of the generator share. */
@NullMarked
package io.millrace.thrift.generator;

import org.jspecify.annotations.NullMarked;
