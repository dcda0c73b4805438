/** Tests of the resolution. */
@NullMarked
package io.millrace.thrift.generator.schema;

import org.jspecify.annotations.NullMarked;
