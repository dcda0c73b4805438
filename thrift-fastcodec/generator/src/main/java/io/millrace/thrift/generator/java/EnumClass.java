package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.millrace.thrift.generator.schema.EnumSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.lang.model.element.Modifier;

/** The class of an enum: not one of Java's, as it keeps numbers that the definition does not name. */
final class EnumClass {
    static final List<String> RESERVED = List.of("KNOWN", "BY_NUMBER", "number", "name", "known");

    /** Values that a switch tells apart within a method that is compiled; more are looked up in a map. */
    private static final int SWITCHED = 300;

    private final EnumSchema schema;
    private final ClassName self;
    private final Map<String, String> constants;
    private final Map<Integer, String> byNumber = new LinkedHashMap<>();
    private final Map<String, String> numbers = new LinkedHashMap<>();

    EnumClass(EnumSchema schema, Plans plans) {
        this.schema = schema;
        this.self = plans.names().of(schema.name());
        this.constants = plans.items(schema.name());
        UniqueNames unique = new UniqueNames(RESERVED);
        constants.values().forEach(unique::take);
        for (EnumSchema.Item item : schema.items()) {
            byNumber.putIfAbsent(item.number(), constant(item));
            numbers.put(item.name(), unique.take(constant(item) + "_NUMBER"));
        }
    }

    private String constant(EnumSchema.Item item) {
        return Objects.requireNonNull(constants.get(item.name()));
    }

    TypeSpec build() {
        TypeSpec.Builder type = TypeSpec.classBuilder(self)
                .addAnnotation(Runtime.NULL_MARKED)
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL);
        if (!schema.doc().isEmpty()) {
            type.addJavadoc("$L\n\n<p>", JavaText.comment(schema.doc()));
        }
        type.addJavadoc("A number that the definition does not name is a value without a name.");
        addConstants(type);
        type.addField(TypeName.INT, "number", Modifier.PRIVATE, Modifier.FINAL);
        type.addField(String.class, "name", Modifier.PRIVATE, Modifier.FINAL);
        type.addField(TypeName.BOOLEAN, "known", Modifier.PRIVATE, Modifier.FINAL);
        addMethods(type);
        return type.build();
    }

    private void addConstants(TypeSpec.Builder type) {
        for (EnumSchema.Item item : schema.items()) {
            type.addField(constant(TypeName.INT, Objects.requireNonNull(numbers.get(item.name())))
                    .initializer("$L", item.number())
                    .build());
        }
        for (EnumSchema.Item item : schema.items()) {
            FieldSpec.Builder field = constant(self, constant(item));
            if (!item.doc().isEmpty()) {
                field.addJavadoc("$L", JavaText.comment(item.doc()));
            }
            String first = Objects.requireNonNull(byNumber.get(item.number()));
            if (first.equals(constant(item))) {
                field.initializer("new $T($L, $S, true)", self, numbers.get(item.name()), item.name());
            } else {
                field.initializer("$L", first);
            }
            type.addField(field.build());
        }
        CodeBlock all = byNumber.values().stream().map(CodeBlock::of).collect(CodeBlock.joining(", "));
        type.addField(FieldSpec.builder(list(), "KNOWN", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer("$T.of($L)", List.class, all)
                .build());
        if (byNumber.size() > SWITCHED) {
            type.addField(FieldSpec.builder(
                            ParameterizedTypeName.get(ClassName.get(Map.class), ClassName.get(Integer.class), self),
                            "BY_NUMBER",
                            Modifier.PRIVATE,
                            Modifier.STATIC,
                            Modifier.FINAL)
                    .initializer(
                            "KNOWN.stream().collect($T.toMap($T::number, value -> value))",
                            ClassName.get("java.util.stream", "Collectors"),
                            self)
                    .build());
        }
    }

    private TypeName list() {
        return ParameterizedTypeName.get(ClassName.get(List.class), self);
    }

    private static FieldSpec.Builder constant(TypeName type, String name) {
        return FieldSpec.builder(type, name, Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL);
    }

    private void addMethods(TypeSpec.Builder type) {
        type.addMethod(MethodSpec.constructorBuilder()
                .addModifiers(Modifier.PRIVATE)
                .addParameter(TypeName.INT, "number")
                .addParameter(String.class, "name")
                .addParameter(TypeName.BOOLEAN, "known")
                .addStatement("this.number = number")
                .addStatement("this.name = name")
                .addStatement("this.known = known")
                .build());
        type.addMethod(of());
        type.addMethod(MethodSpec.methodBuilder("values")
                .addJavadoc("The values that the definition names, as it orders them.")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(list())
                .addStatement("return KNOWN")
                .build());
        type.addMethod(getter("number", TypeName.INT, "number", "Its number on the wire."));
        type.addMethod(getter("isKnown", TypeName.BOOLEAN, "known", "Whether the definition names it."));
        type.addMethod(equality());
        type.addMethod(Methods.overriding("hashCode", TypeName.INT)
                .addStatement("return number")
                .build());
        type.addMethod(Methods.overriding("toString", ClassName.get(String.class))
                .addStatement("return name")
                .build());
    }

    private MethodSpec of() {
        CodeBlock.Builder code = CodeBlock.builder();
        CodeBlock unknown = CodeBlock.of("new $T(number, $S + number, false)", self, "UNKNOWN_");
        if (byNumber.isEmpty()) {
            code.addStatement("return $L", unknown);
        } else if (byNumber.size() > SWITCHED) {
            code.addStatement("$T value = BY_NUMBER.get(number)", AccessorCode.nullable(self));
            code.addStatement("return value == null ? $L : value", unknown);
        } else {
            code.add("return switch (number) {\n").indent();
            byNumber.forEach((number, name) -> code.add("case $L -> $L;\n", number, name));
            code.add("default -> $L;\n", unknown).unindent().add("};\n");
        }
        return MethodSpec.methodBuilder("of")
                .addJavadoc("The value of that number, known or not.")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(self)
                .addParameter(TypeName.INT, "number")
                .addCode(code.build())
                .build();
    }

    private static MethodSpec getter(String name, TypeName type, String field, String doc) {
        return MethodSpec.methodBuilder(name)
                .addJavadoc(doc)
                .addModifiers(Modifier.PUBLIC)
                .returns(type)
                .addStatement("return $L", field)
                .build();
    }

    private MethodSpec equality() {
        return Methods.overriding("equals", TypeName.BOOLEAN)
                .addParameter(AccessorCode.nullable(ClassName.get(Object.class)), "other")
                .addStatement("return other instanceof $T that && number == that.number", self)
                .build();
    }
}
