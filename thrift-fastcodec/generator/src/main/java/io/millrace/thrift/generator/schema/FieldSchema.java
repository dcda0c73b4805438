package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.syntax.Annotation;
import io.millrace.thrift.generator.syntax.Field;
import java.util.List;
import java.util.Optional;

/**
 * A field of a struct, or an argument or exception of a function.
 *
 * @param id on the wire; not twice in its struct
 * @param requiredness always optional in a union; never so of an argument
 * @param annotations of its type as it is written there, then its own
 */
public record FieldSchema(
        IdlPosition position,
        short id,
        String name,
        ThriftType type,
        Field.Requiredness requiredness,
        Optional<ConstantValue> defaultValue,
        String doc,
        List<Annotation> annotations) {}
