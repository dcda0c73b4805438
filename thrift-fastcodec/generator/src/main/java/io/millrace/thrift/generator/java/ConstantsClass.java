package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import io.millrace.thrift.generator.schema.ConstantSchema;
import io.millrace.thrift.generator.schema.SchemaFile;
import io.millrace.thrift.generator.schema.ThriftType;
import java.util.Collections;
import java.util.List;
import javax.lang.model.element.Modifier;

/** The constants of a file. */
final class ConstantsClass {
    private final SchemaFile file;
    private final Plans plans;

    ConstantsClass(SchemaFile file, Plans plans) {
        this.file = file;
        this.plans = plans;
    }

    TypeSpec build() {
        TypeSpec.Builder type = TypeSpec.classBuilder(plans.names().constantsOf(file))
                .addJavadoc(
                        "Constants of {@code $L}. Collections do not change; structs and lists of numbers could, and must not.",
                        file.program())
                .addAnnotation(Runtime.NULL_MARKED)
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL);
        ConstantCode code = new ConstantCode(type, plans);
        UniqueNames unique = new UniqueNames(List.of());
        for (ConstantSchema constant : file.constants()) {
            FieldSpec.Builder field = FieldSpec.builder(
                    plans.types().java(constant.type()),
                    unique.take(constant.name()),
                    Modifier.PUBLIC,
                    Modifier.STATIC,
                    Modifier.FINAL);
            if (!constant.doc().isEmpty()) {
                field.addJavadoc("$L", JavaText.comment(constant.doc()));
            }
            CodeBlock value = code.expression(constant.type(), constant.value());
            type.addField(field.initializer(unchanging(constant.type(), value)).build());
        }
        return type.addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .build())
                .build();
    }

    private static CodeBlock unchanging(ThriftType type, CodeBlock value) {
        if (!JavaTypes.isLoop(type) || type instanceof ThriftType.MapOf map && Primitive.map(map) != null) {
            return value;
        }
        String wrapper = type instanceof ThriftType.ListOf
                ? "unmodifiableList"
                : type instanceof ThriftType.SetOf ? "unmodifiableSet" : "unmodifiableMap";
        return CodeBlock.of("$T.$L($L)", Collections.class, wrapper, value);
    }
}
