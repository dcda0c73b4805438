package io.millrace.thrift.generator.java;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;

/** What every object can do: be compared and shown; and the checks that all walks over it share. */
final class ObjectCode {
    private final StructPlan plan;

    ObjectCode(StructPlan plan) {
        this.plan = plan;
    }

    /** Throws unless a field of the union is set. */
    static void checkUnion(CodeBlock.Builder code, StructPlan plan) {
        code.beginControlFlow("if (which == 0 && unknown == null)")
                .addStatement("throw $T.invalid($S)", Runtime.THRIFT_EXCEPTION, plan.name() + ": no field is set")
                .endControlFlow();
    }

    /** Throws unless the required field is set. */
    static void checkThere(CodeBlock.Builder code, StructPlan plan, FieldCode field) {
        if (field.bit() >= 0) {
            code.beginControlFlow("if (($L & $L) == 0)", field.flags(), field.mask());
        } else {
            code.beginControlFlow("if ($L == null)", field.here());
        }
        String what = plan.name() + '.' + field.schema().name() + ": required field missing";
        code.addStatement("throw $T.invalid($S)", Runtime.THRIFT_EXCEPTION, what)
                .endControlFlow();
    }

    /** A union that is read does not begin with its default. */
    static void unsetUnion(CodeBlock.Builder code, StructPlan plan) {
        boolean hasDefault = plan.fields().stream()
                .anyMatch(field -> field.schema().defaultValue().isPresent());
        if (plan.isUnion() && hasDefault) {
            code.addStatement("value.which = 0");
        }
    }

    void addTo(TypeSpec.Builder type) {
        equality(type);
        hash(type);
        text(type);
    }

    private void equality(TypeSpec.Builder type) {
        List<List<FieldCode>> groups = plan.groups();
        CodeBlock.Builder code = CodeBlock.builder().add("return other instanceof $T that", plan.self());
        if (plan.isUnion()) {
            code.add("\n&& which == that.which");
        }
        for (int i = 0; i < plan.flagWords(); i++) {
            code.add("\n&& $L == that.$L", FieldCode.flags(i), FieldCode.flags(i));
        }
        if (groups.size() == 1) {
            groups.get(0).forEach(field -> code.add("\n&& ").add(isEqual(field)));
        }
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            code.add("\n&& equals$L(that)", i);
        }
        code.add("\n&& $T.equals(unknown, that.unknown);\n", Objects.class);
        ParameterSpec other = ParameterSpec.builder(
                        ClassName.get(Object.class)
                                .annotated(
                                        AnnotationSpec.builder(Runtime.NULLABLE).build()),
                        "other")
                .build();
        type.addMethod(Methods.overriding("equals", TypeName.BOOLEAN)
                .addParameter(other)
                .addCode(code.build())
                .build());
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            CodeBlock all = groups.get(i - 1).stream().map(this::isEqual).collect(CodeBlock.joining("\n&& "));
            type.addMethod(Methods.own("equals" + i, TypeName.BOOLEAN)
                    .addParameter(plan.self(), "that")
                    .addCode("return $L;\n", all)
                    .build());
        }
    }

    private CodeBlock isEqual(FieldCode field) {
        Primitive primitive = field.primitive();
        CodeBlock equal;
        if (primitive == Primitive.DOUBLE) {
            equal = CodeBlock.of("$T.compare($L, that.$L) == 0", Double.class, field.here(), field.member());
        } else if (primitive != null) {
            equal = CodeBlock.of("$L == that.$L", field.here(), field.member());
        } else {
            equal = CodeBlock.of("$T.equals($L, that.$L)", Objects.class, field.here(), field.member());
        }
        return plan.isUnion() ? CodeBlock.of("(which != $L || $L)", field.id(), equal) : equal;
    }

    private void hash(TypeSpec.Builder type) {
        List<List<FieldCode>> groups = plan.groups();
        CodeBlock.Builder code = CodeBlock.builder().addStatement("int hash = $L", plan.isUnion() ? "which" : "1");
        if (groups.size() == 1) {
            groups.get(0).forEach(field -> hash(code, field));
        }
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            code.addStatement("hash = hashCode$L(hash)", i);
        }
        type.addMethod(Methods.overriding("hashCode", TypeName.INT)
                .addCode(code.addStatement("return hash").build())
                .build());
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            CodeBlock.Builder part = CodeBlock.builder().addStatement("int hash = before");
            groups.get(i - 1).forEach(field -> hash(part, field));
            type.addMethod(Methods.own("hashCode" + i, TypeName.INT)
                    .addParameter(TypeName.INT, "before")
                    .addCode(part.addStatement("return hash").build())
                    .build());
        }
    }

    private void hash(CodeBlock.Builder code, FieldCode field) {
        Primitive primitive = field.primitive();
        if (plan.isUnion()) {
            code.beginControlFlow("if (which == $L)", field.id());
        }
        code.addStatement(
                "hash = 31 * hash + $T.hashCode($L)",
                primitive == null
                        ? ClassName.get(Objects.class)
                        : primitive.java().box(),
                field.here());
        if (plan.isUnion()) {
            code.endControlFlow();
        }
    }

    private void text(TypeSpec.Builder type) {
        List<List<FieldCode>> groups = plan.groups();
        CodeBlock.Builder code = CodeBlock.builder()
                .addStatement(
                        "$T text = new $T($S, $S, $S)",
                        StringJoiner.class,
                        StringJoiner.class,
                        ", ",
                        plan.name() + '{',
                        "}");
        if (groups.size() == 1) {
            groups.get(0).forEach(field -> text(code, field));
        }
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            code.addStatement("describe$L(text)", i);
        }
        code.beginControlFlow("if (unknown != null)")
                .addStatement("text.add(unknown.toString())")
                .endControlFlow();
        type.addMethod(Methods.overriding("toString", ClassName.get(String.class))
                .addCode(code.addStatement("return text.toString()").build())
                .build());
        for (int i = 1; i <= groups.size() && groups.size() > 1; i++) {
            CodeBlock.Builder part = CodeBlock.builder();
            groups.get(i - 1).forEach(field -> text(part, field));
            MethodSpec.Builder method = Methods.own("describe" + i, TypeName.VOID);
            type.addMethod(method.addParameter(StringJoiner.class, "text")
                    .addCode(part.build())
                    .build());
        }
    }

    private void text(CodeBlock.Builder code, FieldCode field) {
        boolean ask = !plan.isAlwaysThere(field);
        if (ask) {
            code.beginControlFlow("if ($L)", plan.isThere(field));
        }
        code.addStatement("text.add($S + $L)", field.schema().name() + '=', field.here());
        if (ask) {
            code.endControlFlow();
        }
    }
}
