package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.List;
import javax.lang.model.element.Modifier;

/** Reading: fields in the expected order in a straight line, and the rest of them in a loop. */
final class BinaryReadCode {
    private final StructPlan plan;
    private final BinaryReadValues values;

    BinaryReadCode(StructPlan plan) {
        this.plan = plan;
        this.values = new BinaryReadValues(plan.types());
    }

    void addTo(TypeSpec.Builder type) {
        List<List<FieldCode>> straight = plan.isUnion() ? List.of() : plan.writtenGroups();
        type.addMethod(read(straight));
        for (int i = 1; i <= straight.size() && straight.size() > 1; i++) {
            CodeBlock.Builder code = CodeBlock.builder().addStatement("int to = at");
            straight.get(i - 1).forEach(field -> straight(code, field, ""));
            type.addMethod(parameters(Methods.own("readBinary" + i, TypeName.INT))
                    .addCode(code.addStatement("return to").build())
                    .build());
        }
        new BinaryReadLoop(plan, this::assign).addTo(type);
        RequiredFields.binary(plan).addTo(type);
        plan.fields().stream()
                .filter(field -> JavaTypes.isLoop(field.type()))
                .forEach(field -> type.addMethod(loop(field)));
    }

    private static MethodSpec.Builder parameters(MethodSpec.Builder method) {
        return method.addParameter(Runtime.BINARY_INPUT, "in").addParameter(TypeName.INT, "at");
    }

    private MethodSpec read(List<List<FieldCode>> straight) {
        CodeBlock.Builder code = CodeBlock.builder()
                .addStatement("in.enter(at, MEMORY)")
                .addStatement("$T value = new $T()", plan.self(), plan.self());
        ObjectCode.unsetUnion(code, plan);
        code.addStatement("int to = at");
        if (straight.size() == 1) {
            straight.get(0).forEach(field -> straight(code, field, "value."));
        }
        for (int i = 1; i <= straight.size() && straight.size() > 1; i++) {
            code.addStatement("to = value.readBinary$L(in, to)", i);
        }
        code.beginControlFlow("if (!in.stop(to))")
                .addStatement("to = value.readRest(in, to)")
                .endControlFlow();
        RequiredFields.binary(plan).check(code);
        return parameters(MethodSpec.methodBuilder("readBinary"))
                .addJavadoc("The struct at {@code at}, as {@link $T#readBinary}.", Runtime.STRUCT_TYPE)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(plan.self())
                .addCode(code.addStatement("in.exit(to)")
                        .addStatement("return value")
                        .build())
                .build();
    }

    private void straight(CodeBlock.Builder code, FieldCode field, String object) {
        code.beginControlFlow("if (in.at(to, $L, $L))", field.header(), 3 + JavaTypes.smallest(field.type()));
        assign(code, field, object);
        code.endControlFlow();
    }

    /** Reads a field whose header is at {@code to}, and goes behind it. */
    private void assign(CodeBlock.Builder code, FieldCode field, String object) {
        String member = object.isEmpty() ? field.here() : object + field.member();
        if (JavaTypes.isLoop(field.type())) {
            code.addStatement("$L = read$L(in, to + 3)", member, field.suffix());
        } else {
            code.addStatement("$L = $L", member, values.single(field.type(), "to + 3"));
        }
        plan.mark(code, field, object);
        int fixed = JavaTypes.fixed(field.type());
        if (fixed > 0) {
            code.addStatement("to += $L", 3 + fixed);
        } else {
            code.addStatement("to = in.position()");
        }
    }

    private MethodSpec loop(FieldCode field) {
        CodeBlock.Builder code = CodeBlock.builder().addStatement("int to = at");
        String value = values.add(code, new Locals(), field.type());
        return parameters(
                        Methods.ofPackage("read" + field.suffix(), plan.types().java(field.type())))
                .addCode(code.addStatement("in.leave(to)")
                        .addStatement("return $L", value)
                        .build())
                .build();
    }
}
