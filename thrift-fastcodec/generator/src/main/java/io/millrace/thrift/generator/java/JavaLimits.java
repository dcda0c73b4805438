package io.millrace.thrift.generator.java;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.IdlProblem.Kind;
import io.millrace.thrift.generator.schema.ConstantSchema;
import io.millrace.thrift.generator.schema.EnumSchema;
import io.millrace.thrift.generator.schema.SchemaFile;
import io.millrace.thrift.generator.schema.ServiceSchema;
import io.millrace.thrift.generator.schema.StructSchema;
import io.millrace.thrift.generator.syntax.Problems;

/** What a class file can hold: 65,535 constants, of which each field, value and function takes its part. */
final class JavaLimits {
    static final int FIELDS = 2_000;
    static final int ITEMS = 2_000;
    static final int FUNCTIONS = 1_000;
    static final int CONSTANTS = 1_000;
    static final int VALUES = 10_000;

    private final Problems problems;

    private JavaLimits(Problems problems) {
        this.problems = problems;
    }

    static void check(SchemaFile file, Problems problems) {
        JavaLimits limits = new JavaLimits(problems);
        for (EnumSchema item : file.enums()) {
            limits.check(item.position(), "values in an enum", item.items().size(), ITEMS);
        }
        for (StructSchema struct : file.structs()) {
            limits.check(
                    struct.position(), "fields in a struct", struct.fields().size(), FIELDS);
            long values = struct.fields().stream()
                    .flatMap(field -> field.defaultValue().stream())
                    .mapToLong(ConstantCode::size)
                    .sum();
            limits.check(struct.position(), "values in a struct's defaults", values, VALUES);
        }
        for (ServiceSchema service : file.services()) {
            limits.check(
                    service.position(),
                    "functions in a service",
                    service.functions().size(),
                    FUNCTIONS);
        }
        limits.checkConstants(file);
    }

    private void checkConstants(SchemaFile file) {
        long values = 0;
        for (ConstantSchema constant : file.constants()) {
            values += ConstantCode.size(constant.value());
            if (values > VALUES) {
                check(constant.position(), "values in a file's constants", values, VALUES);
                return;
            }
        }
        if (!file.constants().isEmpty()) {
            check(
                    file.constants().get(0).position(),
                    "constants in a file",
                    file.constants().size(),
                    CONSTANTS);
        }
    }

    private void check(IdlPosition position, String what, long count, int limit) {
        if (count > limit) {
            problems.report(
                    Kind.LIMIT,
                    position,
                    "too many " + what + " for a class of Java: " + count + " (expected: <= " + limit + ")");
        }
    }
}
