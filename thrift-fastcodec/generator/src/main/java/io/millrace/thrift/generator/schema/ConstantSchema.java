package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;

/** A value with a name. */
public record ConstantSchema(IdlPosition position, String name, ThriftType type, ConstantValue value, String doc) {}
