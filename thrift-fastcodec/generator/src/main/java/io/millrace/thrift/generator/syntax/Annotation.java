package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlPosition;

/**
 * A name with a value for one generator or another, in parentheses behind what it is about.
 *
 * @param value {@code "1"} where none is given
 */
public record Annotation(IdlPosition position, String name, String value) {}
