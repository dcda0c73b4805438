package io.millrace.thrift.generator.schema;

import java.util.OptionalInt;

/**
 * What a struct takes within another.
 *
 * @param fixed its bytes if they are always the same
 * @param minimum at least this many
 */
record StructSize(OptionalInt fixed, int minimum) {

    /** Of one that is not known yet, as it holds what asks: the stop byte. */
    static final StructSize LEAST = new StructSize(OptionalInt.empty(), 1);
}
