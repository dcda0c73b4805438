package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.Annotation;
import io.millrace.thrift.generator.syntax.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A field before its default is evaluated. */
record FieldDraft(Field field, short id, ThriftType type, Field.Requiredness requiredness) {

    String name() {
        return field.label().name();
    }

    FieldSchema finished(Optional<ConstantValue> defaultValue) {
        List<Annotation> annotations = new ArrayList<>(field.type().annotations());
        annotations.addAll(field.label().annotations());
        return new FieldSchema(
                field.label().position(),
                id,
                name(),
                type,
                requiredness,
                defaultValue,
                field.label().doc(),
                List.copyOf(annotations));
    }
}
