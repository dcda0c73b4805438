package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlProblem.Kind;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Problems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Counts the values of enums. */
final class EnumReader {
    private final Scope scope;
    private final Problems problems;

    EnumReader(Scope scope, Problems problems) {
        this.scope = scope;
        this.problems = problems;
    }

    EnumSchema read(Definition.Enumeration definition) {
        List<EnumSchema.Item> items = new ArrayList<>();
        Set<String> names = new HashSet<>();
        long next = 0;
        for (Definition.Enumeration.Item item : definition.items()) {
            Definition.Label label = item.label();
            long number = item.value().orElse(next);
            if (number != (int) number) {
                problems.report(
                        Kind.TYPE,
                        label.position(),
                        "enum value out of range: " + label.name() + " = " + number + " (expected: 32 bits)");
                number = 0;
            }
            if (!names.add(label.name())) {
                problems.report(
                        Kind.NAME,
                        label.position(),
                        "duplicate value: " + label.name() + " of enum "
                                + definition.label().name());
            }
            items.add(new EnumSchema.Item(
                    label.position(), label.name(), (int) number, label.doc(), label.annotations()));
            next = number + 1;
        }
        Definition.Label label = definition.label();
        return new EnumSchema(
                label.position(), scope.typeName(label.name()), List.copyOf(items), label.doc(), label.annotations());
    }
}
