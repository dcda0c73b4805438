package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;

/**
 * Another name of a type.
 *
 * @param type what it comes to in the end
 */
public record TypedefSchema(IdlPosition position, String name, ThriftType type, String doc) {}
