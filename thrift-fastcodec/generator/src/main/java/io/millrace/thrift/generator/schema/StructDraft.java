package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.Definition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A struct whose fields have no defaults yet. */
record StructDraft(Definition.Struct struct, TypeName name, List<FieldDraft> fields) {

    StructShape shape() {
        Map<String, ThriftType> types = new HashMap<>();
        fields.forEach(field -> types.put(field.name(), field.type()));
        return new StructShape(name, struct.kind(), types);
    }

    /** The structs that a value can hold, at any depth of containers. */
    List<TypeName> held() {
        List<TypeName> names = new ArrayList<>();
        fields.forEach(field -> collect(field.type(), names));
        return names;
    }

    private static void collect(ThriftType type, List<TypeName> names) {
        if (type instanceof ThriftType.StructOf struct) {
            names.add(struct.name());
        } else if (type instanceof ThriftType.ListOf list) {
            collect(list.element(), names);
        } else if (type instanceof ThriftType.SetOf set) {
            collect(set.element(), names);
        } else if (type instanceof ThriftType.MapOf map) {
            collect(map.key(), names);
            collect(map.value(), names);
        }
    }
}
