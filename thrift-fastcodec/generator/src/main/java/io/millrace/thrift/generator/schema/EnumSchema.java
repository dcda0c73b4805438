package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.syntax.Annotation;
import java.util.List;

/** Numbers with names. A number may have several; the first is the one that it is shown by. */
public record EnumSchema(
        IdlPosition position, TypeName name, List<Item> items, String doc, List<Annotation> annotations) {

    /** One name. */
    public record Item(IdlPosition position, String name, int number, String doc, List<Annotation> annotations) {}
}
