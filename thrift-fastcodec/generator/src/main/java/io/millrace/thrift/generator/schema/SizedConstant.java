package io.millrace.thrift.generator.schema;

/**
 * A value with what it would take to walk it.
 *
 * @param type the declared one
 * @param values all within it and itself; one that is there twice counts twice
 * @param depth levels, 1 for a number
 */
record SizedConstant(ThriftType type, ConstantValue value, long values, int depth) {}
