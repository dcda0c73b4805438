package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.IdlProblem.Kind;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Field;
import io.millrace.thrift.generator.syntax.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Builds the structs of a file: drafts first, which constants need, then with their defaults, which need the constants. */
final class StructReader {
    private final Scope scope;
    private final FieldReader fields;
    private final EncodingAnalysis encodings;
    private final Problems problems;

    StructReader(Scope scope, FieldReader fields, EncodingAnalysis encodings, Problems problems) {
        this.scope = scope;
        this.fields = fields;
        this.encodings = encodings;
        this.problems = problems;
    }

    List<StructDraft> drafts(List<Definition.Struct> structs) {
        List<StructDraft> drafts = new ArrayList<>();
        for (Definition.Struct struct : structs) {
            boolean union = struct.kind() == Definition.Struct.Kind.UNION;
            StructDraft draft = new StructDraft(
                    struct,
                    scope.typeName(struct.label().name()),
                    fields.drafts(struct.fields(), union ? FieldReader.Place.UNION : FieldReader.Place.STRUCT));
            if (union) {
                warnOfRequired(struct);
            }
            scope.shapes.put(struct.label().name(), draft.shape());
            drafts.add(draft);
        }
        return drafts;
    }

    private void warnOfRequired(Definition.Struct union) {
        for (Field field : union.fields()) {
            if (field.requiredness() == Field.Requiredness.REQUIRED) {
                problems.warn(
                        Kind.TYPE,
                        field.label().position(),
                        "required in a union has no meaning: " + field.label().name());
            }
        }
    }

    List<StructSchema> finish(List<StructDraft> drafts) {
        Map<TypeName, StructEncoding> byName = encodings.of(drafts);
        List<StructSchema> structs = new ArrayList<>();
        for (StructDraft draft : drafts) {
            Definition.Label label = draft.struct().label();
            structs.add(new StructSchema(
                    label.position(),
                    draft.name(),
                    draft.struct().kind(),
                    fields.finish(draft.fields()),
                    Objects.requireNonNull(byName.get(draft.name())),
                    label.doc(),
                    label.annotations()));
        }
        checkDefaults(structs);
        return List.copyOf(structs);
    }

    /** A default that holds its own struct would hold that struct's default, and so on without end. */
    private void checkDefaults(List<StructSchema> structs) {
        Map<TypeName, Set<TypeName>> made = new LinkedHashMap<>();
        for (StructSchema struct : structs) {
            Set<TypeName> names = new LinkedHashSet<>();
            struct.fields().forEach(field -> field.defaultValue().ifPresent(value -> collect(value, names)));
            made.put(struct.name(), names);
        }
        DependencyOrder.of(
                made.keySet(),
                name -> made.getOrDefault(name, Set.of()),
                circle -> problems.report(
                        Kind.CYCLE,
                        positionOf(circle.get(0), structs),
                        "cycle of defaults: "
                                + Circle.of(circle.stream().map(TypeName::name).toList())));
    }

    private static IdlPosition positionOf(TypeName name, List<StructSchema> structs) {
        for (StructSchema struct : structs) {
            if (struct.name().equals(name)) {
                return struct.position();
            }
        }
        return IdlPosition.of(name.file());
    }

    /** The structs that a value has made; its depth and size are within {@link SchemaLimits}. */
    private static void collect(ConstantValue value, Set<TypeName> names) {
        if (value instanceof ConstantValue.Items items) {
            items.values().forEach(item -> collect(item, names));
        } else if (value instanceof ConstantValue.Entries map) {
            map.entries().forEach(entry -> {
                collect(entry.key(), names);
                collect(entry.value(), names);
            });
        } else if (value instanceof ConstantValue.Fields fields) {
            names.add(fields.type());
            fields.settings().forEach(setting -> collect(setting.value(), names));
        }
    }
}
