package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.millrace.thrift.generator.schema.ThriftType;
import java.util.List;

/** The pass over a struct that finds out its size, in the order in which the next pass writes. */
final class BinaryLengthCode {
    private final StructPlan plan;

    BinaryLengthCode(StructPlan plan) {
        this.plan = plan;
    }

    void addTo(TypeSpec.Builder type) {
        List<List<FieldCode>> groups = plan.writtenGroups();
        CodeBlock.Builder code = CodeBlock.builder();
        if (plan.isRecursive()) {
            code.addStatement("lengths.enter()");
        }
        begin(code);
        if (groups.size() == 1) {
            groups.get(0).forEach(field -> field(code, field));
        }
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            code.addStatement("length += binaryLength$L(lengths)", i);
        }
        if (plan.isRecursive()) {
            code.addStatement("lengths.exit()");
        }
        type.addMethod(Methods.overriding("binaryLength", TypeName.LONG)
                .addParameter(Runtime.ENCODED_LENGTHS, "lengths")
                .addCode(code.addStatement("return length").build())
                .build());
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            type.addMethod(group(i, groups.get(i - 1)));
        }
        plan.fields().stream()
                .filter(field -> JavaTypes.isLoop(field.type()))
                .forEach(field -> type.addMethod(loop(field)));
    }

    private void begin(CodeBlock.Builder code) {
        if (plan.isUnion()) {
            ObjectCode.checkUnion(code, plan);
            code.addStatement("long length = 1 + $T.unknown(unknown)", Runtime.ENCODED_LENGTHS);
        } else {
            code.addStatement("long length = $T.unknown(unknown) + FIXED", Runtime.ENCODED_LENGTHS);
        }
    }

    private MethodSpec group(int number, List<FieldCode> fields) {
        CodeBlock.Builder code = CodeBlock.builder().addStatement("long length = 0");
        fields.forEach(field -> field(code, field));
        return Methods.own("binaryLength" + number, TypeName.LONG)
                .addParameter(Runtime.ENCODED_LENGTHS, "lengths")
                .addCode(code.addStatement("return length").build())
                .build();
    }

    private void field(CodeBlock.Builder code, FieldCode field) {
        if (field.isRequired() && !plan.isUnion()) {
            ObjectCode.checkThere(code, plan, field);
        }
        if (plan.isAlwaysFixed(field)) {
            return;
        }
        boolean ask = plan.isUnion() || !field.isRequired();
        if (ask) {
            code.beginControlFlow("if ($L)", plan.isThere(field));
        }
        int fixed = JavaTypes.fixed(field.type());
        if (fixed > 0) {
            code.addStatement("length += $L", 3 + fixed);
        } else if (JavaTypes.isLoop(field.type())) {
            code.addStatement("length += 3 + lengthOf$L($L, lengths)", field.suffix(), field.here());
        } else {
            code.addStatement("length += 3");
            value(new Loops(plan.types()), code, field.type(), field.here());
        }
        if (ask) {
            code.endControlFlow();
        }
    }

    private MethodSpec loop(FieldCode field) {
        CodeBlock.Builder code = CodeBlock.builder().addStatement("long length = 0");
        value(new Loops(plan.types()), code, field.type(), "value");
        return Methods.ofPackage("lengthOf" + field.suffix(), TypeName.LONG)
                .addParameter(plan.types().java(field.type()), "value")
                .addParameter(Runtime.ENCODED_LENGTHS, "lengths")
                .addCode(code.addStatement("return length").build())
                .build();
    }

    /** Adds to {@code length} what a value takes. */
    private void value(Loops loops, CodeBlock.Builder code, ThriftType type, String value) {
        if (JavaTypes.fixed(type) > 0) {
            code.addStatement("length += $L", JavaTypes.fixed(type));
        } else if (type instanceof ThriftType.Base base) {
            code.addStatement("length += lengths.$L($L)", base.type().word(), value);
        } else if (type instanceof ThriftType.StructOf) {
            code.addStatement("length += $L.binaryLength(lengths)", value);
        } else if (type instanceof ThriftType.MapOf map) {
            entries(loops, code, map, value);
        } else {
            elements(loops, code, Elements.of(type), value);
        }
    }

    private void elements(Loops loops, CodeBlock.Builder code, ThriftType element, String value) {
        int fixed = JavaTypes.fixed(element);
        if (fixed > 0) {
            code.addStatement("length += 5 + $LL * $L.size()", fixed, value);
        } else if (JavaTypes.isText(element)) {
            code.addStatement("length += 5 + lengths.strings($L)", value);
        } else {
            code.addStatement("length += 5");
            loops.elements(code, element, value, (inner, type, name) -> value(loops, inner, type, name));
        }
    }

    private void entries(Loops loops, CodeBlock.Builder code, ThriftType.MapOf map, String value) {
        int key = JavaTypes.fixed(map.key());
        int element = JavaTypes.fixed(map.value());
        if (key + element > 0) {
            code.addStatement("length += 6 + $LL * $L.size()", key + element, value);
        } else {
            code.addStatement("length += 6");
        }
        Loops.Body body = (inner, type, name) -> value(loops, inner, type, name);
        if (key == 0 && element == 0) {
            loops.entries(code, map, value, body);
        } else if (key == 0) {
            loops.keys(code, map, value, body);
        } else if (element == 0) {
            loops.values(code, map, value, body);
        }
    }
}
