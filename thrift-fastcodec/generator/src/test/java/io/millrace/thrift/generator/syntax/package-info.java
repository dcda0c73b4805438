/** Tests of the parser. */
@NullMarked
package io.millrace.thrift.generator.syntax;

import org.jspecify.annotations.NullMarked;
