package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.List;

/** Reading of fields in whatever order they come. */
final class BinaryReadLoop {

    /** Statements that read one field. */
    interface Assignment {
        void add(CodeBlock.Builder code, FieldCode field, String object);
    }

    private final StructPlan plan;
    private final Assignment assignment;

    BinaryReadLoop(StructPlan plan, Assignment assignment) {
        this.plan = plan;
        this.assignment = assignment;
    }

    void addTo(TypeSpec.Builder type) {
        List<List<FieldCode>> groups = plan.groups();
        CodeBlock.Builder code = CodeBlock.builder().addStatement("int to = at");
        code.beginControlFlow("for (int field = in.field(to); field != 0; field = in.field(to))");
        if (groups.size() == 1) {
            cases(code, groups.get(0), "");
        } else {
            FieldGroups.choose(code, groups, "to = readField$L(in, field, to)");
        }
        code.endControlFlow().addStatement("return to");
        type.addMethod(Methods.own("readRest", TypeName.INT)
                .addParameter(Runtime.BINARY_INPUT, "in")
                .addParameter(TypeName.INT, "at")
                .addCode(code.build())
                .build());
        if (groups.size() == 1) {
            type.addMethod(other("", groups.get(0)));
            return;
        }
        for (int i = 1; i <= groups.size(); i++) {
            type.addMethod(group(i, groups.get(i - 1)));
            type.addMethod(other(String.valueOf(i), groups.get(i - 1)));
        }
    }

    private MethodSpec group(int number, List<FieldCode> fields) {
        CodeBlock.Builder code = CodeBlock.builder().addStatement("int to = at");
        cases(code, fields, String.valueOf(number));
        return parameters("readField" + number)
                .addCode(code.addStatement("return to").build())
                .build();
    }

    private void cases(CodeBlock.Builder code, List<FieldCode> fields, String number) {
        code.beginControlFlow("switch (field)");
        for (FieldCode field : fields) {
            code.beginControlFlow("case $L >>> 8 ->", field.header());
            int fixed = JavaTypes.fixed(field.type());
            if (fixed > 0) {
                code.addStatement("in.need(to, $L)", 3 + fixed);
            }
            assignment.add(code, field, "");
            code.endControlFlow();
        }
        code.addStatement("default -> to = readOther$L(in, $Lto)", number, fields.isEmpty() ? "" : "field, ")
                .endControlFlow();
    }

    private static MethodSpec.Builder parameters(String name) {
        return Methods.own(name, TypeName.INT)
                .addParameter(Runtime.BINARY_INPUT, "in")
                .addParameter(TypeName.INT, "field")
                .addParameter(TypeName.INT, "at");
    }

    private static MethodSpec other(String number, List<FieldCode> fields) {
        CodeBlock.Builder code = CodeBlock.builder();
        if (!fields.isEmpty()) {
            code.beginControlFlow("switch (field & 0xFFFF)")
                    .beginControlFlow("case $L ->", FieldGroups.ids(fields))
                    .addStatement("return in.skipField(at)")
                    .endControlFlow()
                    .beginControlFlow("default ->");
        }
        code.addStatement("unknown = in.keepField(at, unknown)").addStatement("return in.position()");
        if (fields.isEmpty()) {
            return Methods.own("readOther" + number, TypeName.INT)
                    .addParameter(Runtime.BINARY_INPUT, "in")
                    .addParameter(TypeName.INT, "at")
                    .addCode(code.build())
                    .build();
        }
        return parameters("readOther" + number)
                .addJavadoc(
                        "A field that the definition does not have is kept, one of another type than defined is not.")
                .addCode(code.endControlFlow().endControlFlow().build())
                .build();
    }
}
