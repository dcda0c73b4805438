package io.millrace.thrift.generator.java;

import io.millrace.thrift.generator.FieldOrder;
import io.millrace.thrift.generator.schema.EnumSchema;
import io.millrace.thrift.generator.schema.Schema;
import io.millrace.thrift.generator.schema.StructSchema;
import io.millrace.thrift.generator.schema.TypeName;
import java.util.HashMap;
import java.util.Map;

/** What is known of every class, for classes that use others. */
final class Plans {
    private final Schema schema;
    private final JavaNames names;
    private final JavaTypes types;
    private final FieldOrder order;
    private final Map<TypeName, StructPlan> structs = new HashMap<>();
    private final Map<TypeName, Map<String, String>> items = new HashMap<>();

    Plans(Schema schema, JavaNames names, FieldOrder order) {
        this.schema = schema;
        this.names = names;
        this.types = new JavaTypes(names);
        this.order = order;
    }

    Schema schema() {
        return schema;
    }

    JavaNames names() {
        return names;
    }

    JavaTypes types() {
        return types;
    }

    FieldOrder order() {
        return order;
    }

    StructPlan struct(TypeName name) {
        StructPlan known = structs.get(name);
        if (known == null) {
            StructSchema struct = schema.struct(name);
            known = new StructPlan(struct, names.of(name), types, order);
            structs.put(name, known);
        }
        return known;
    }

    /** Constants of an enum's class, by the names of the IDL. */
    Map<String, String> items(TypeName name) {
        return items.computeIfAbsent(name, any -> itemNames(schema.enumeration(name)));
    }

    private static Map<String, String> itemNames(EnumSchema item) {
        UniqueNames unique = new UniqueNames(EnumClass.RESERVED);
        Map<String, String> constants = new HashMap<>();
        item.items().forEach(one -> constants.put(one.name(), unique.take(one.name())));
        return constants;
    }
}
