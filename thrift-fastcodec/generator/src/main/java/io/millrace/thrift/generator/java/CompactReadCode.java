package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.millrace.thrift.generator.schema.ThriftType;
import java.util.List;
import javax.lang.model.element.Modifier;

/** Reading in the compact protocol: a loop alone, as no field has a known place. */
final class CompactReadCode {
    private final StructPlan plan;

    CompactReadCode(StructPlan plan) {
        this.plan = plan;
    }

    void addTo(TypeSpec.Builder type) {
        type.addMethod(read());
        RequiredFields.compact(plan).addTo(type);
        List<List<FieldCode>> groups = plan.groups();
        if (groups.size() == 1) {
            type.addMethod(fields("", groups.get(0)));
            type.addMethod(other("", groups.get(0)));
            return;
        }
        CodeBlock.Builder code = CodeBlock.builder();
        FieldGroups.choose(code, groups, "readField$L(in, field)");
        type.addMethod(method("readField").addCode(code.build()).build());
        for (int i = 1; i <= groups.size(); i++) {
            type.addMethod(fields(String.valueOf(i), groups.get(i - 1)));
            type.addMethod(other(String.valueOf(i), groups.get(i - 1)));
        }
    }

    private MethodSpec read() {
        CodeBlock.Builder code = CodeBlock.builder()
                .addStatement("in.enter(MEMORY)")
                .addStatement("$T value = new $T()", plan.self(), plan.self());
        ObjectCode.unsetUnion(code, plan);
        code.beginControlFlow("for (int field = in.field(); field != 0; field = in.field())")
                .addStatement("value.readField(in, field)")
                .endControlFlow();
        RequiredFields.compact(plan).check(code);
        return MethodSpec.methodBuilder("readCompact")
                .addJavadoc("The struct at the input's position, as {@link $T#readCompact}.", Runtime.STRUCT_TYPE)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(plan.self())
                .addParameter(Runtime.COMPACT_INPUT, "in")
                .addCode(code.addStatement("in.exit()")
                        .addStatement("return value")
                        .build())
                .build();
    }

    private static MethodSpec.Builder method(String name) {
        return Methods.own(name, TypeName.VOID)
                .addParameter(Runtime.COMPACT_INPUT, "in")
                .addParameter(TypeName.INT, "field");
    }

    private MethodSpec fields(String number, List<FieldCode> fields) {
        CodeBlock.Builder code = CodeBlock.builder().beginControlFlow("switch (field)");
        for (FieldCode field : fields) {
            code.beginControlFlow("case $L >>> 8 ->", field.header());
            if (JavaTypes.isLoop(field.type())) {
                code.addStatement("$L = $L", field.here(), add(code, new Locals(), field.type()));
            } else {
                code.addStatement("$L = $L", field.here(), single(field.type()));
            }
            plan.mark(code, field, "");
            code.endControlFlow();
        }
        code.addStatement("default -> readOther$L(in, field)", number).endControlFlow();
        return method("readField" + number).addCode(code.build()).build();
    }

    private static MethodSpec other(String number, List<FieldCode> fields) {
        CodeBlock.Builder code = CodeBlock.builder();
        if (fields.isEmpty()) {
            code.addStatement("unknown = in.keepField(field, unknown)");
        } else {
            code.beginControlFlow("switch (field & 0xFFFF)")
                    .addStatement("case $L -> in.skipField(field)", FieldGroups.ids(fields))
                    .addStatement("default -> unknown = in.keepField(field, unknown)")
                    .endControlFlow();
        }
        return method("readOther" + number).addCode(code.build()).build();
    }

    private CodeBlock single(ThriftType type) {
        if (type instanceof ThriftType.EnumOf) {
            return CodeBlock.of("$T.of(in.i32())", plan.types().named(type));
        } else if (type instanceof ThriftType.StructOf) {
            return CodeBlock.of("$T.readCompact(in)", plan.types().named(type));
        }
        Primitive numbers = Primitive.ofElements(type);
        return CodeBlock.of("in.$L()", numbers == null ? JavaTypes.call(type) : numbers.listCall());
    }

    /** Declares a variable with the value, and returns its name. */
    private String add(CodeBlock.Builder code, Locals locals, ThriftType type) {
        String item = locals.next("item");
        if (JavaTypes.isLoop(type)) {
            container(code, locals, type, item);
        } else {
            code.addStatement("$T $L = $L", plan.types().java(type), item, single(type));
        }
        return item;
    }

    private void container(CodeBlock.Builder code, Locals locals, ThriftType type, String item) {
        String count = locals.next("count");
        NewContainer.add(code, plan.types(), type, item, count, "");
        String i = locals.next("i");
        code.beginControlFlow("for (int $L = 0; $L < $L; $L++)", i, i, count, i);
        if (type instanceof ThriftType.MapOf map) {
            String key = add(code, locals, map.key());
            code.addStatement("$L.put($L, $L)", item, key, add(code, locals, map.value()));
        } else {
            code.addStatement("$L.add($L)", item, add(code, locals, Elements.of(type)));
        }
        code.endControlFlow();
    }
}
