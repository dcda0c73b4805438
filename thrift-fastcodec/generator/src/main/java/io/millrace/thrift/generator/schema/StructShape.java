package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.Definition;
import java.util.Map;

/** What a constant needs to know of a struct: the types of its fields, before there are defaults. */
record StructShape(TypeName name, Definition.Struct.Kind kind, Map<String, ThriftType> fields) {}
