package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.millrace.thrift.generator.schema.ThriftType;
import java.util.List;

/** The pass over a struct that stores it, field by field. */
final class BinaryWriteCode {
    private final StructPlan plan;

    BinaryWriteCode(StructPlan plan) {
        this.plan = plan;
    }

    void addTo(TypeSpec.Builder type) {
        List<List<FieldCode>> groups = plan.writtenGroups();
        CodeBlock.Builder code = CodeBlock.builder().addStatement("int to = at");
        if (groups.size() == 1) {
            groups.get(0).forEach(field -> field(code, field));
        }
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            code.addStatement("to = writeBinary$L(out, to)", i);
        }
        type.addMethod(parameters(Methods.overriding("writeBinary", TypeName.INT))
                .addCode(code.addStatement("return out.end(to, unknown)").build())
                .build());
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            type.addMethod(group(i, groups.get(i - 1)));
        }
        plan.fields().stream()
                .filter(field -> JavaTypes.isLoop(field.type()))
                .forEach(field -> type.addMethod(loop(field)));
    }

    private static MethodSpec.Builder parameters(MethodSpec.Builder method) {
        return method.addParameter(Runtime.BINARY_OUTPUT, "out").addParameter(TypeName.INT, "at");
    }

    private MethodSpec group(int number, List<FieldCode> fields) {
        CodeBlock.Builder code = CodeBlock.builder().addStatement("int to = at");
        fields.forEach(field -> field(code, field));
        return parameters(Methods.own("writeBinary" + number, TypeName.INT))
                .addCode(code.addStatement("return to").build())
                .build();
    }

    private void field(CodeBlock.Builder code, FieldCode field) {
        boolean ask = plan.isUnion() || field.isOptional() || !field.isPrimitive();
        if (ask) {
            code.beginControlFlow("if ($L)", plan.isThere(field));
        }
        ThriftType type = field.type();
        if (type instanceof ThriftType.Base) {
            code.addStatement("to = out.$L(to, $L, $L)", JavaTypes.call(type), field.header(), field.here());
        } else if (type instanceof ThriftType.EnumOf) {
            code.addStatement("to = out.i32(to, $L, $L.number())", field.header(), field.here());
        } else if (JavaTypes.isLoop(type)) {
            code.addStatement(
                    "to = write$L(out, out.header(to, $L), $L)", field.suffix(), field.header(), field.here());
        } else {
            code.addStatement("to = out.header(to, $L)", field.header());
            value(new Loops(plan.types()), code, type, field.here());
        }
        if (ask) {
            code.endControlFlow();
        }
    }

    private MethodSpec loop(FieldCode field) {
        CodeBlock.Builder code = CodeBlock.builder().addStatement("int to = at");
        value(new Loops(plan.types()), code, field.type(), "value");
        return parameters(Methods.ofPackage("write" + field.suffix(), TypeName.INT))
                .addParameter(plan.types().java(field.type()), "value")
                .addCode(code.addStatement("return to").build())
                .build();
    }

    /** Stores a value at {@code to}. */
    private void value(Loops loops, CodeBlock.Builder code, ThriftType type, String value) {
        if (type instanceof ThriftType.Base) {
            code.addStatement("to = out.$L(to, $L)", JavaTypes.call(type), value);
        } else if (type instanceof ThriftType.EnumOf) {
            code.addStatement("to = out.i32(to, $L.number())", value);
        } else if (type instanceof ThriftType.StructOf) {
            code.addStatement("to = $L.writeBinary(out, to)", value);
        } else if (type instanceof ThriftType.MapOf map) {
            entries(loops, code, map, value);
        } else {
            elements(loops, code, type, value);
        }
    }

    private void elements(Loops loops, CodeBlock.Builder code, ThriftType type, String value) {
        Primitive numbers = Primitive.ofElements(type);
        if (numbers != null) {
            code.addStatement("to = out.$L(to, $L)", numbers.listCall(), value);
            return;
        }
        ThriftType element = Elements.of(type);
        code.addStatement("to = out.list(to, $T.$L, $L.size())", Runtime.WIRE_TYPE, JavaTypes.wire(element), value);
        loops.elements(code, element, value, (inner, of, name) -> value(loops, inner, of, name));
    }

    private void entries(Loops loops, CodeBlock.Builder code, ThriftType.MapOf map, String value) {
        code.addStatement(
                "to = out.map(to, $T.$L, $T.$L, $L.size())",
                Runtime.WIRE_TYPE,
                JavaTypes.wire(map.key()),
                Runtime.WIRE_TYPE,
                JavaTypes.wire(map.value()),
                value);
        Loops.Body body = (inner, type, name) -> value(loops, inner, type, name);
        if (Primitive.map(map) == null) {
            loops.entries(code, map, value, body);
        } else {
            loops.numberEntries(code, map, value, body);
        }
    }
}
