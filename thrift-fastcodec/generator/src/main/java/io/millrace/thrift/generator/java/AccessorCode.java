package io.millrace.thrift.generator.java;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.millrace.thrift.generator.schema.ConstantValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** The fields of a class, and how its users get and set them. */
final class AccessorCode {
    private final StructPlan plan;
    private final Map<FieldCode, CodeBlock> defaults = new HashMap<>();

    /** With the defaults, whose methods are added to the class. */
    AccessorCode(StructPlan plan, ConstantCode constants) {
        this.plan = plan;
        for (FieldCode field : plan.fields()) {
            ConstantValue value = field.schema().defaultValue().orElse(null);
            if (value != null) {
                defaults.put(field, constants.expression(field.type(), value));
            }
        }
    }

    void addFields(TypeSpec.Builder type) {
        for (FieldCode field : plan.fields()) {
            FieldSpec.Builder member = FieldSpec.builder(annotated(field), field.member(), Modifier.PRIVATE);
            if (plan.isException()) {
                member.addModifiers(Modifier.TRANSIENT);
            }
            CodeBlock value = defaults.get(field);
            if (value != null) {
                member.initializer(value);
            }
            type.addField(member.build());
        }
    }

    /** The first field of a union that has a default is what a new one holds. */
    @Nullable
    FieldCode unionDefault() {
        return plan.isUnion()
                ? plan.fields().stream()
                        .filter(defaults::containsKey)
                        .findFirst()
                        .orElse(null)
                : null;
    }

    void addMethods(TypeSpec.Builder type) {
        for (FieldCode field : plan.fields()) {
            type.addMethod(getter(field));
            type.addMethod(setter(field));
            if (plan.isUnion() || field.bit() >= 0) {
                type.addMethod(has(field));
            }
            if (field.bit() >= 0) {
                type.addMethod(clear(field));
            }
        }
        type.addMethod(MethodSpec.methodBuilder("unknownFields")
                .addJavadoc("What the definition does not have, or null.")
                .addModifiers(Modifier.PUBLIC)
                .returns(nullable(Runtime.UNKNOWN_FIELDS))
                .addStatement("return unknown")
                .build());
    }

    static TypeName nullable(TypeName type) {
        return type.annotated(AnnotationSpec.builder(Runtime.NULLABLE).build());
    }

    private TypeName annotated(FieldCode field) {
        TypeName java = plan.types().java(field.type());
        return field.isPrimitive() ? java : nullable(java);
    }

    private MethodSpec getter(FieldCode field) {
        MethodSpec.Builder method = MethodSpec.methodBuilder(field.accessor())
                .addModifiers(Modifier.PUBLIC)
                .returns(annotated(field));
        if (!field.schema().doc().isEmpty()) {
            method.addJavadoc("$L", JavaText.comment(field.schema().doc()));
        }
        if (plan.isUnion()) {
            return method.addStatement("return which == $L ? $L : $L", field.id(), field.member(), zero(field))
                    .build();
        }
        return method.addStatement("return $L", field.member()).build();
    }

    private static String zero(FieldCode field) {
        Primitive primitive = field.primitive();
        return primitive == null ? "null" : primitive.zero();
    }

    private MethodSpec setter(FieldCode field) {
        CodeBlock.Builder code = CodeBlock.builder();
        if (plan.isUnion() && !field.isPrimitive()) {
            code.addStatement("$L = $T.requireNonNull(value, $S)", field.here(), Objects.class, field.accessor());
        } else {
            code.addStatement("$L = value", field.here());
        }
        plan.mark(code, field, "");
        return MethodSpec.methodBuilder(field.accessor())
                .addModifiers(Modifier.PUBLIC)
                .returns(plan.self())
                .addParameter(plan.isUnion() ? plan.types().java(field.type()) : annotated(field), "value")
                .addCode(code.addStatement("return this").build())
                .build();
    }

    private MethodSpec has(FieldCode field) {
        CodeBlock there = plan.isUnion() ? CodeBlock.of("which == $L", field.id()) : plan.isThere(field);
        return MethodSpec.methodBuilder("has" + field.suffix())
                .addModifiers(Modifier.PUBLIC)
                .returns(TypeName.BOOLEAN)
                .addStatement("return $L", there)
                .build();
    }

    private MethodSpec clear(FieldCode field) {
        return MethodSpec.methodBuilder("clear" + field.suffix())
                .addModifiers(Modifier.PUBLIC)
                .returns(plan.self())
                .addStatement("$L &= ~$L", field.flags(), field.mask())
                .addStatement("$L = $L", field.here(), defaults.getOrDefault(field, CodeBlock.of(zero(field))))
                .addStatement("return this")
                .build();
    }
}
