package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.millrace.thrift.generator.schema.ThriftType;
import java.util.List;

/** Writing in the compact protocol, by id whatever the order of the binary one. */
final class CompactWriteCode {
    private final StructPlan plan;

    CompactWriteCode(StructPlan plan) {
        this.plan = plan;
    }

    void addTo(TypeSpec.Builder type) {
        List<List<FieldCode>> groups = plan.groups();
        CodeBlock.Builder code = CodeBlock.builder();
        if (plan.isUnion()) {
            ObjectCode.checkUnion(code, plan);
        }
        code.addStatement("out.enter()");
        Loops loops = new Loops(plan.types());
        if (groups.size() == 1) {
            groups.get(0).forEach(field -> field(loops, code, field));
        }
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            code.addStatement("writeCompact$L(out)", i);
        }
        type.addMethod(Methods.overriding("writeCompact", TypeName.VOID)
                .addParameter(Runtime.COMPACT_OUTPUT, "out")
                .addCode(code.addStatement("out.exit(unknown)").build())
                .build());
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            type.addMethod(group(i, groups.get(i - 1)));
        }
    }

    private MethodSpec group(int number, List<FieldCode> fields) {
        CodeBlock.Builder code = CodeBlock.builder();
        Loops loops = new Loops(plan.types());
        fields.forEach(field -> field(loops, code, field));
        return Methods.own("writeCompact" + number, TypeName.VOID)
                .addParameter(Runtime.COMPACT_OUTPUT, "out")
                .addCode(code.build())
                .build();
    }

    private void field(Loops loops, CodeBlock.Builder code, FieldCode field) {
        if (field.isRequired() && !plan.isUnion()) {
            ObjectCode.checkThere(code, plan, field);
        }
        boolean ask = plan.isUnion() || !field.isRequired() && !plan.isAlwaysThere(field);
        if (ask) {
            code.beginControlFlow("if ($L)", plan.isThere(field));
        }
        if (field.isPrimitive()) {
            code.addStatement("out.$L($L, $L)", JavaTypes.call(field.type()), field.id(), field.here());
        } else {
            code.addStatement("out.field($L, $T.$L)", field.id(), Runtime.WIRE_TYPE, JavaTypes.wire(field.type()));
            value(loops, code, field.type(), field.here());
        }
        if (ask) {
            code.endControlFlow();
        }
    }

    private void value(Loops loops, CodeBlock.Builder code, ThriftType type, String value) {
        if (type instanceof ThriftType.Base) {
            code.addStatement("out.$L($L)", JavaTypes.call(type), value);
        } else if (type instanceof ThriftType.EnumOf) {
            code.addStatement("out.i32($L.number())", value);
        } else if (type instanceof ThriftType.StructOf) {
            code.addStatement("$L.writeCompact(out)", value);
        } else if (type instanceof ThriftType.MapOf map) {
            entries(loops, code, map, value);
        } else {
            elements(loops, code, type, value);
        }
    }

    private void elements(Loops loops, CodeBlock.Builder code, ThriftType type, String value) {
        Primitive numbers = Primitive.ofElements(type);
        if (numbers != null) {
            code.addStatement("out.$L($L)", numbers.listCall(), value);
            return;
        }
        ThriftType element = Elements.of(type);
        code.addStatement("out.list($T.$L, $L.size())", Runtime.WIRE_TYPE, JavaTypes.wire(element), value);
        loops.elements(code, element, value, (inner, of, name) -> value(loops, inner, of, name));
    }

    private void entries(Loops loops, CodeBlock.Builder code, ThriftType.MapOf map, String value) {
        code.addStatement(
                "out.map($T.$L, $T.$L, $L.size())",
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
