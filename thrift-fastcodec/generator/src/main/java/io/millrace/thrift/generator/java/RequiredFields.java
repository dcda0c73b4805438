package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.List;
import javax.lang.model.element.Modifier;

/** The check behind reading that nothing is missing. */
final class RequiredFields {
    private final StructPlan plan;
    private final ClassName input;
    private final boolean binary;
    private final List<FieldCode> required;

    private RequiredFields(StructPlan plan, ClassName input, boolean binary) {
        this.plan = plan;
        this.input = input;
        this.binary = binary;
        this.required = plan.isUnion()
                ? List.of()
                : plan.fields().stream().filter(FieldCode::isRequired).toList();
    }

    /** Behind {@code readBinary}. */
    static RequiredFields binary(StructPlan plan) {
        return new RequiredFields(plan, Runtime.BINARY_INPUT, true);
    }

    /** Behind {@code readCompact}. */
    static RequiredFields compact(StructPlan plan) {
        return new RequiredFields(plan, Runtime.COMPACT_INPUT, false);
    }

    /** Statements about {@code value}. */
    void check(CodeBlock.Builder code) {
        if (plan.isUnion()) {
            code.beginControlFlow("if (value.which == 0 && value.unknown == null)");
            missing(code, plan.name() + ": one of its fields");
            code.endControlFlow();
        }
        if (required.size() <= StructPlan.FIELDS_A_METHOD) {
            required.forEach(field -> check(code, field));
            return;
        }
        for (int group = 1; group <= groups(); group++) {
            code.addStatement(binary ? "requireFields$L(value, in, to)" : "requireFields$L(value, in)", group);
        }
    }

    void addTo(TypeSpec.Builder type) {
        for (int group = 1; group <= groups() && required.size() > StructPlan.FIELDS_A_METHOD; group++) {
            int from = (group - 1) * StructPlan.FIELDS_A_METHOD;
            CodeBlock.Builder code = CodeBlock.builder();
            required.subList(from, Math.min(required.size(), from + StructPlan.FIELDS_A_METHOD))
                    .forEach(field -> check(code, field));
            MethodSpec.Builder method = MethodSpec.methodBuilder("requireFields" + group)
                    .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                    .addParameter(plan.self(), "value")
                    .addParameter(input, "in");
            if (binary) {
                method.addParameter(TypeName.INT, "to");
            }
            type.addMethod(method.addCode(code.build()).build());
        }
    }

    private int groups() {
        return (required.size() + StructPlan.FIELDS_A_METHOD - 1) / StructPlan.FIELDS_A_METHOD;
    }

    private void check(CodeBlock.Builder code, FieldCode field) {
        if (field.bit() >= 0) {
            code.beginControlFlow("if ((value.$L & $L) == 0)", field.flags(), field.mask());
        } else {
            code.beginControlFlow("if (value.$L == null)", field.member());
        }
        missing(code, plan.name() + '.' + field.schema().name());
        code.endControlFlow();
    }

    private void missing(CodeBlock.Builder code, String what) {
        code.addStatement(binary ? "throw in.missing(to, $S)" : "throw in.missing($S)", what);
    }
}
