package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.syntax.Annotation;
import io.millrace.thrift.generator.syntax.Definition;
import java.util.List;

/**
 * A struct, union or exception.
 *
 * @param fields as declared
 */
public record StructSchema(
        IdlPosition position,
        TypeName name,
        Definition.Struct.Kind kind,
        List<FieldSchema> fields,
        StructEncoding encoding,
        String doc,
        List<Annotation> annotations) {}
